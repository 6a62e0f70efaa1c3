/// What people write under a live, for cases in which it matters how much of it repeats.
enum ChatText {
    /// A line for the message of a number: neighbours differ, and after some time everything comes again, as it does.
    static func line(_ number: Int) -> String {
        let opening = openings[number * 7 % openings.count]
        let rest = lines[number * 31 % lines.count]
        return number % 3 == 0 ? "\(opening) \(rest)" : rest
    }

    private static let openings = [
        "haha", "OMG", "wow", "omg yes", "lol", "hey", "@mia", "@Leo_99", "guys", "no way", "请问", "哈哈", "hola", "bro",
        "🔥🔥",
        "please", "真的吗", "ok but",
    ]

    private static let lines = [
        "what a song", "hello from Berlin", "first time here, is it always this loud?", "I love your voice so much ❤️",
        "sing the one from yesterday please", "666666", "主播好美", "来了来了", "where are you streaming from?", "gg",
        "that was close", "can you say hi to my sister, she is watching too", "送你一朵玫瑰🌹", "the sound is gone for me",
        "sound is fine here", "refresh and it works", "好听好听", "how long will you stream today?", "👏👏👏👏",
        "greetings from São Paulo", "buenas noches desde Madrid", "é a melhor live da semana", "再来一首", "encore!!",
        "who sent the rocket?", "that rocket was huge", "I will send one more rose", "level 12 finally", "晚上好大家",
        "why is the chat so fast", "slow down people", "what game is this", "the second round was better", "ça va ?",
        "jag älskar det här", "is there a replay tomorrow?", "tomorrow at eight again", "你们好呀", "主播今天状态真好",
        "my internet is so bad today", "lag or is it me", "it is you", "everybody send likes", "like like like ❤️❤️❤️",
        "we are almost at ten thousand", "ten thousand!!!", "congratulations 🎉", "恭喜恭喜",
        "what is the name of the track?",
        "it is in the description", "thank you", "thanks for the gift @Nova", "see you next week", "bye everyone 👋",
        "do not go yet", "one more please", "the host is crying now", "so sweet", "太可爱了", "I can not stop laughing 😂😂",
        "same", "who else is from India?", "me", "good morning from Tokyo ☀️",
        "it is 3 am here and I can not stop watching",
    ]
}
