// The emoji that the chat offers, with the words by which English readers find them. The other languages have the same ones in the same
// order; a test compares them.

export const groups = [
  {
    title: "Faces",
    emoji: [
      ["😀", "grin happy"], ["😁", "beam grin teeth"], ["😂", "joy laugh tears"], ["🤣", "rofl laugh floor"],
      ["😊", "blush smile warm"], ["😇", "angel halo good"], ["🙂", "smile slight"], ["😉", "wink"],
      ["😍", "love heart eyes"], ["🥰", "love hearts"], ["😘", "kiss"], ["😋", "yum tasty"], ["😜", "tongue wink silly"],
      ["🤪", "crazy zany"], ["🤩", "star struck wow"], ["😎", "cool sunglasses"], ["🥳", "party celebrate birthday"],
      ["😏", "smirk"], ["😅", "sweat relief"], ["😌", "relieved calm"], ["😴", "sleep zzz tired"], ["🤔", "think hmm"],
      ["🤨", "doubt eyebrow"], ["😐", "neutral"], ["🙄", "roll eyes"], ["😳", "flushed shy"], ["🥺", "please beg puppy"],
      ["😢", "cry sad tear"], ["😭", "sob cry loud"], ["😤", "huff proud"], ["😡", "angry mad"], ["😱", "scream fear"],
      ["🤯", "mind blown"], ["🥶", "cold freeze"], ["🥵", "hot heat"], ["🤗", "hug"], ["🤫", "quiet shush"],
      ["🤭", "giggle oops"], ["🙈", "monkey see shy"], ["👻", "ghost boo"],
    ],
  },
  {
    title: "Hands and hearts",
    emoji: [
      ["👍", "thumbs up good yes like"], ["👎", "thumbs down no"], ["👏", "clap applause bravo"],
      ["🙌", "hooray raise hands"], ["🙏", "please thanks pray"], ["👋", "wave hello bye"], ["🤝", "handshake deal"],
      ["✌️", "peace victory"], ["🤞", "luck cross fingers"], ["🫶", "heart hands love"], ["💪", "strong muscle"],
      ["👀", "eyes look"], ["❤️", "heart love red"], ["🧡", "orange heart"], ["💛", "yellow heart"], ["💚", "green heart"],
      ["💙", "blue heart"], ["💜", "purple heart"], ["🖤", "black heart"], ["💔", "broken heart"], ["💯", "hundred perfect"],
      ["💢", "anger"], ["💤", "sleep zzz"], ["✨", "sparkles shine"],
    ],
  },
  {
    title: "Things",
    emoji: [
      ["🔥", "fire hot lit"], ["🎉", "party popper congrats"], ["🎊", "confetti"], ["🎂", "cake birthday"],
      ["🎁", "gift present"], ["🎈", "balloon"], ["🏆", "trophy win champion"], ["🥇", "gold medal first"],
      ["🎵", "music note"], ["🎤", "microphone sing karaoke"], ["🎸", "guitar"], ["🎹", "piano keyboard"],
      ["🎮", "game controller"], ["📷", "camera photo"], ["💎", "gem diamond"], ["👑", "crown king queen"],
      ["🚀", "rocket fast"], ["💰", "money coins"], ["⏰", "alarm time"], ["❓", "question"],
    ],
  },
  {
    title: "Nature and food",
    emoji: [
      ["🌹", "rose flower"], ["🌸", "blossom cherry"], ["🌞", "sun"], ["🌙", "moon night"], ["⭐", "star"], ["🌈", "rainbow"],
      ["☕", "coffee tea"], ["🍺", "beer"], ["🍕", "pizza"], ["🍜", "noodles ramen"], ["🍣", "sushi"], ["🍓", "strawberry"],
      ["🐶", "dog puppy"], ["🐱", "cat kitten"], ["🐼", "panda"], ["🦊", "fox"],
    ],
  },
];
