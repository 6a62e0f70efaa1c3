extension DemoRooms {
    /// What the numbers of the casts' categories mean.
    static let categories = [
        "1=Music;zh-Hans=音乐;ja=音楽", "2=Nature;zh-Hans=自然;ja=自然", "3=Food;zh-Hans=美食;ja=料理",
        "4=Travel;zh-Hans=旅行;ja=旅", "5=Night sky;zh-Hans=星空;ja=星空", "6=Talk;zh-Hans=聊天;ja=トーク",
        "7=Reading;zh-Hans=朗读;ja=朗読",
    ]

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
            scene: "rooftop", calm: 2.2),
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
            scene: "kitchen", calm: 2.2),
        Cast(
            liveID: "demo_reef", title: "Night watch over the reef", notice: "", category: 2,
            host: ("demo_noor", "Noor"),
            viewers: [("demo_tide", "Tide"), ("demo_pia", "Pia"), ("demo_rui", "Rui")],
            lines: [
                "the orange one is back", "how deep is this?", "so calm", "is it really night there?",
                "I could watch this for hours",
                "what is the striped one called?", "good night from Lima", "🐠",
            ],
            hostLines: ["twelve metres, and very still", "wait for the small blue one", "the corals open at night"],
            scene: "reef", calm: 4),
        Cast(
            liveID: "demo_train", title: "Slow train through the hills", notice: "Next stop in twenty minutes",
            category: 4,
            host: ("demo_sven", "Sven"), viewers: [("demo_ana", "Ana"), ("demo_kofi", "Kofi"), ("demo_lea", "Léa")],
            lines: [
                "which line is this?", "I took it as a child", "window seat please", "the light!", "how fast is it?",
                "working with this beside me", "hello from Kyoto",
            ],
            hostLines: [
                "thirty kilometres an hour at most", "tunnel ahead, hold on", "tea is served in the second car",
            ],
            scene: "train", calm: 4),
        Cast(
            liveID: "demo_desert", title: "Stars over the desert", notice: "", category: 5, host: ("demo_amir", "Amir"),
            viewers: [("demo_zoe", "Zoë"), ("demo_hana", "Hana")],
            lines: ["saw one!", "make a wish", "is that Vega?", "how cold is it?", "so many stars", "✨"],
            hostLines: ["look above the tent", "the fire lasts until two", "no town for ninety kilometres"],
            scene: "desert", calm: 4),
        Cast(
            liveID: "demo_talk", title: "One good thing this morning", notice: "Bring yours", category: 6,
            host: ("demo_ravi", "Ravi"),
            viewers: [("demo_june", "June"), ("demo_omar", "Omar"), ("demo_yara", "Yara")],
            lines: [
                "my plant lives!", "rain stopped in time for the school run", "found my other glove", "that is lovely",
                "same here",
            ],
            hostLines: ["tell me yours", "June wins today, I think", "no news in this one, I promise"],
            scene: "talk", isVoice: true, calm: 4),
        Cast(
            liveID: "demo_letters", title: "Letters, read aloud", notice: "Send yours by Sunday", category: 7,
            host: ("demo_vera", "Vera"), viewers: [("demo_finn", "Finn"), ("demo_mila", "Mila")],
            lines: [
                "who wrote this one?", "beautiful voice", "please read the blue one", "I needed that",
                "goodnight everyone",
            ],
            hostLines: ["this one came from Porto", "one more, then bed", "thank you for your letters"],
            scene: "letters", isVoice: true, calm: 4),
    ]
}
