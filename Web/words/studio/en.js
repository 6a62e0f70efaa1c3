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
  "cover.file": "Choose a picture",
  "cover.frame": "Take what the camera shows",
  "cover.sending": "Uploading…",
  "cover.sent": "The picture is uploaded.",
  "cover.failed": "The picture could not be uploaded. Try again, or another one.",
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

  // What the server refuses of a cover, by the name of the error
  "error.uploadsOff": "This server takes no pictures. Give the address of one.",
  "error.uploadTooLarge": "The picture has more bytes than may be uploaded.",
  "error.uploadTypeRefused": "This type of file is not taken. A cover is a PNG, JPEG or WebP picture.",
  "error.uploadInvalid": "The picture is damaged, or larger than the server takes.",
  "error.userFilesFull": "You have uploaded as many pictures as you may.",
  "error.filesFull": "The server has no room for more pictures.",
  "error.uploadTooSlow": "The upload took too long. Try again with a smaller picture.",
  "error.uploadsBusy": "Too much is being uploaded right now. Try again in a moment.",
  "error.uploadsTooFrequent": "You upload too often. Wait a while.",
};
