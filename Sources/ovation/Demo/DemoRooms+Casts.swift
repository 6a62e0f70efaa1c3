extension DemoRooms {
    static let casts = [
        Cast(
            liveID: "demo_music", title: "Rooftop session, all requests welcome", notice: "New songs every Friday",
            category: 1, host: ("demo_nova", "Nova"),
            viewers: [
                ("demo_kai", "Kai"), ("demo_lin", "Lin"), ("demo_amara", "Amara"), ("demo_theo", "Theo"),
                ("demo_yuki", "Yuki"), ("demo_sol", "Sol"),
            ],
            lines: [
                "that chorus again please", "the lights behind you are lovely", "hello from Lisbon",
                "first time here, staying", "who wrote this one?", "louder guitar!", "this is my study playlist now",
                "encore encore", "goosebumps", "the bridge is so good", "what tuning is that?", "👏👏👏",
                "saved this for the train tomorrow", "hi everyone", "can you play the one from last week?",
            ],
            hostLines: [
                "thank you for being here tonight", "next one is new, be kind", "requests in the chat, I read them all",
                "that rose made my day, thank you", "two more songs, then a short break",
            ],
            film: "rooftop"),
        Cast(
            liveID: "demo_kitchen", title: "Dumplings from scratch", notice: "Recipe is pinned on my page", category: 3,
            host: ("demo_mei", "Mei"),
            viewers: [
                ("demo_otto", "Otto"), ("demo_priya", "Priya"), ("demo_jonas", "Jonas"), ("demo_ines", "Inés"),
                ("demo_bao", "Bao"),
            ],
            lines: [
                "how long does the dough rest?", "mine always fall apart", "that folding is art", "hungry now",
                "which flour do you use?", "does it work with mushrooms?", "hello from Nairobi", "steam or fry?",
                "I am taking notes", "the sound when it hits the pan", "more ginger!", "😋",
                "my grandmother folds them the same way",
            ],
            hostLines: [
                "thirty minutes of rest, covered", "pinch, fold, pinch, and do not overfill",
                "mushrooms work very well",
                "first batch goes into the pan now", "thank you for the gifts, they all go into ginger",
            ],
            film: "kitchen"),
    ]
}
