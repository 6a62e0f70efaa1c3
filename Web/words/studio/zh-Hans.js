// 面向主播的简体中文文字：开播表单、直播中的面板和直播后的总结。随它们一起加载。

export const words = {
  // 直播的说明
  "liveForm.notice": "给观众的公告",
  "liveForm.bytes": "{count} / {max} 字节",
  "liveForm.tooLong": "“{field}”有 {count} 字节，最多 {max} 字节。一个汉字占三个字节。",
  "liveForm.categories": "分类，最多 {max} 个",
  "liveForm.more": "封面、类型和观众权限",
  "liveForm.moreOfOne": "封面和观众权限",
  "liveForm.cover": "封面",
  "liveForm.coverHint": "图片的网址。没有封面时，列表显示你的画面或插画。",
  "liveForm.coverInvalid": "封面是图片的 https 网址，最多 {max} 字节。",
  "liveForm.kind": "直播类型",
  "liveForm.video": "视频",
  "liveForm.voice": "语音",
  "liveForm.isPublicVisible": "公开",
  "liveForm.isPublicVisibleHint": "出现在列表中，所有人都可以进入。",
  "liveForm.isGiftEnabled": "礼物",
  "liveForm.isGiftEnabledHint": "观众可以给你送礼物。",
  "liveForm.isLikeEnabled": "点赞",
  "liveForm.isLikeEnabledHint": "观众可以点赞。",

  // 开播之前
  "countdown.title": "即将开播",
  "countdown.now": "立即开始",

  // 主播面板
  "live.figures": "数据",
  "desk.label": "你的直播",
  "desk.close": "关闭数据",
  "desk.viewers": "观众",
  "desk.likes": "点赞",
  "desk.coins": "金币",
  "desk.gifts": "最近的礼物",
  "desk.noGifts": "礼物会显示在这里。",
  "desk.edit": "编辑",
  "desk.editTitle": "修改直播信息",
  "desk.save": "保存",
  "desk.saved": "修改已生效。",

  // 直播之后
  "summary.label": "主播总结",
  "summary.curve": "从开始到结束的观众人数",
  "summary.peak": "同时观看最多 {count} 人",
  "summary.top": "送礼榜",
  "summary.csv": "将曲线保存为 CSV",

  // The studio's panel for encoders
  "encoder.title": "OBS 等编码器",
  "encoder.later": "请先不带画面开始直播，之后这里会显示地址和密钥。",
  "encoder.secret": "有了密钥，任何人都能推送你的画面。请不要给别人看。",
  "encoder.rtmp": "RTMP：所有编码器",
  "encoder.whip": "WHIP：延迟半秒（OBS 30 及更新版本）",
  "encoder.http": "HTTP：ffmpeg 和其他程序",
  "encoder.server": "服务器",
  "encoder.key": "推流码",
  "encoder.token": "Bearer 令牌",
  "encoder.copy": "复制：{what}",
  "encoder.copied": "已复制。",
  "encoder.hint": "编码器设置：H.264，关键帧间隔不超过 2 秒，WHIP 不用 B 帧，声音用 AAC（WHIP 用 Opus）。",
  "encoder.events": "推流记录",
  "encoder.noEvents": "没有被拒绝或断开的推流。",
  "encoder.refused": "已拒绝",
  "encoder.cut": "已断开",
  "encoder.ended": "已结束",
  "encoder.times": "（{count} 次）",
};
