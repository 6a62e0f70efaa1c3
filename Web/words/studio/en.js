// The texts for hosts in English: the studio’s form, the desk beside the stage and the summary after a live. They are loaded with these.
// The other languages have the same keys and the same places; a test compares them.

export const words = {
  // What a host says of a live
  "liveForm.notice": "Notice for viewers",
  "liveForm.bytes": "{count} of {max} bytes",
  "liveForm.tooLong": "“{field}” takes {count} bytes, and at most {max} are possible. Letters beyond ASCII take two to four.",
  "liveForm.categories": "Categories, up to {max}",
  "liveForm.more": "Cover, kind and what viewers may do",
  "liveForm.moreOfOne": "Cover and what viewers may do",
  "liveForm.cover": "Cover",
  "liveForm.coverHint": "The address of a picture. Without one the list shows your picture, or artwork.",
  "liveForm.coverInvalid": "A cover is the https address of a picture, of at most {max} bytes.",
  "liveForm.kind": "Kind of live",
  "liveForm.video": "Video",
  "liveForm.voice": "Voices",
  "liveForm.isPublicVisible": "Public",
  "liveForm.isPublicVisibleHint": "It is in the list, and everybody may enter.",
  "liveForm.isGiftEnabled": "Gifts",
  "liveForm.isGiftEnabledHint": "Viewers may send you gifts.",
  "liveForm.isLikeEnabled": "Likes",
  "liveForm.isLikeEnabledHint": "Viewers may like.",

  // Before a live
  "countdown.title": "You go live in",
  "countdown.now": "Start now",

  // The host’s desk
  "live.figures": "Figures",
  "desk.label": "Your live",
  "desk.close": "Close the figures",
  "desk.viewers": "Viewers",
  "desk.likes": "Likes",
  "desk.coins": "Coins",
  "desk.gifts": "The last gifts",
  "desk.noGifts": "Gifts appear here.",
  "desk.edit": "Edit",
  "desk.editTitle": "What your live is called",
  "desk.save": "Save",
  "desk.saved": "Your changes are on.",

  // After a live
  "summary.label": "For you as the host",
  "summary.curve": "Viewers from beginning to end",
  "summary.peak": "At most {count} viewers at a time",
  "summary.top": "Top senders",
  "summary.csv": "Save the curve as CSV",

  // The studio's panel for encoders
  "encoder.title": "OBS and other encoders",
  "encoder.later": "Start the live first, without a picture. Then its address and its key are here.",
  "encoder.secret": "With the key anybody can publish your picture. Show it to nobody.",
  "encoder.rtmp": "RTMP: every encoder",
  "encoder.whip": "WHIP: half a second behind you (OBS 30 and newer)",
  "encoder.http": "HTTP: ffmpeg and programs",
  "encoder.server": "Server",
  "encoder.key": "Stream key",
  "encoder.token": "Bearer token",
  "encoder.copy": "Copy: {what}",
  "encoder.copied": "Copied.",
  "encoder.hint": "In the encoder: H.264, a key frame every 2 seconds or less, no B-frames with WHIP, sound as AAC (WHIP: Opus).",
  "encoder.events": "What became of publishers",
  "encoder.noEvents": "Nobody was refused or cut off.",
  "encoder.refused": "Refused",
  "encoder.cut": "Cut off",
  "encoder.ended": "Ended",
  "encoder.times": "({count} times)",
};
