// 配信者向けの日本語の文言。配信フォーム、配信中のパネル、配信後のまとめ。これらと一緒に読み込まれる。

export const words = {
  // ライブの説明
  "liveForm.notice": "視聴者へのお知らせ",
  "liveForm.bytes": "{count} / {max} バイト",
  "liveForm.tooLong": "「{field}」は {count} バイトです。上限は {max} バイトで、かなや漢字は一文字三バイトです。",
  "liveForm.categories": "カテゴリー（{max} つまで）",
  "liveForm.more": "カバー、種類、視聴者にできること",
  "liveForm.moreOfOne": "カバーと視聴者にできること",
  "liveForm.cover": "カバー",
  "liveForm.coverHint": "画像のアドレスです。ないときは、映像かイラストが一覧に出ます。",
  "liveForm.coverInvalid": "カバーは {max} バイトまでの、画像の https アドレスです。",
  "cover.file": "画像を選ぶ",
  "cover.frame": "カメラの映像を使う",
  "cover.sending": "アップロード中…",
  "cover.sent": "画像をアップロードしました。",
  "cover.failed": "画像をアップロードできませんでした。もう一度試すか、別の画像にしてください。",
  "liveForm.kind": "ライブの種類",
  "liveForm.video": "ビデオ",
  "liveForm.voice": "音声",
  "liveForm.isPublicVisible": "公開",
  "liveForm.isPublicVisibleHint": "一覧に出て、誰でも入れます。",
  "liveForm.isGiftEnabled": "ギフト",
  "liveForm.isGiftEnabledHint": "視聴者がギフトを贈れます。",
  "liveForm.isLikeEnabled": "いいね",
  "liveForm.isLikeEnabledHint": "視聴者がいいねできます。",

  // 配信の前
  "countdown.title": "まもなく配信",
  "countdown.now": "今すぐ開始",

  // 配信者のパネル
  "live.figures": "数字",
  "desk.label": "あなたのライブ",
  "desk.close": "数字を閉じる",
  "desk.viewers": "視聴者",
  "desk.likes": "いいね",
  "desk.coins": "コイン",
  "desk.gifts": "最近のギフト",
  "desk.noGifts": "ギフトはここに出ます。",
  "desk.edit": "編集",
  "desk.editTitle": "ライブの情報を変える",
  "desk.save": "保存",
  "desk.saved": "変更しました。",

  // 配信の後
  "summary.label": "配信者のまとめ",
  "summary.curve": "始まりから終わりまでの視聴者数",
  "summary.peak": "同時視聴は最大 {count} 人",
  "summary.top": "トップの送り手",
  "summary.csv": "曲線を CSV で保存",

  // サーバーがカバーを断る理由、エラーの名前ごと
  "error.uploadsOff": "このサーバーは画像を受け取りません。画像のアドレスを入れてください。",
  "error.uploadTooLarge": "画像がアップロードできる大きさを超えています。",
  "error.uploadTypeRefused": "この種類のファイルは使えません。カバーは PNG、JPEG、WebP の画像です。",
  "error.uploadInvalid": "画像が壊れているか、サーバーの上限より大きいです。",
  "error.userFilesFull": "アップロードできる画像の上限に達しました。",
  "error.filesFull": "サーバーに画像を置く場所がありません。",
  "error.uploadTooSlow": "アップロードに時間がかかりすぎました。小さい画像でもう一度試してください。",
  "error.uploadsBusy": "いまアップロードが混み合っています。少し待って試してください。",
  "error.uploadsTooFrequent": "アップロードが多すぎます。しばらくお待ちください。",
};
