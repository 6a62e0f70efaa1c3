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

  // The studio's panel for encoders
  "encoder.title": "OBS などのエンコーダー",
  "encoder.later": "まず映像なしで配信を始めてください。アドレスとキーがここに表示されます。",
  "encoder.secret": "キーがあれば誰でもあなたの映像を送れます。誰にも見せないでください。",
  "encoder.rtmp": "RTMP：どのエンコーダーでも",
  "encoder.whip": "WHIP：遅れは 0.5 秒（OBS 30 以降）",
  "encoder.http": "HTTP：ffmpeg などのプログラム",
  "encoder.server": "サーバー",
  "encoder.key": "ストリームキー",
  "encoder.token": "Bearer トークン",
  "encoder.copy": "コピー：{what}",
  "encoder.copied": "コピーしました。",
  "encoder.hint": "エンコーダーの設定：H.264、キーフレーム間隔は 2 秒以下、WHIP では B フレームなし、音声は AAC（WHIP では Opus）。",
  "encoder.events": "送信の記録",
  "encoder.noEvents": "拒否や切断はありません。",
  "encoder.refused": "拒否",
  "encoder.cut": "切断",
  "encoder.ended": "終了",
  "encoder.times": "（{count} 回）",
};
