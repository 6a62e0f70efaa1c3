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
  "cover.file": "选择图片",
  "cover.frame": "使用摄像头画面",
  "cover.sending": "正在上传…",
  "cover.sent": "图片已上传。",
  "cover.failed": "图片未能上传。请重试或换一张。",
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

  // 服务器拒绝封面的原因，按错误名称
  "error.uploadsOff": "此服务器不接收图片。请填写图片网址。",
  "error.uploadTooLarge": "图片超过了可上传的大小。",
  "error.uploadTypeRefused": "不接收这种文件。封面是 PNG、JPEG 或 WebP 图片。",
  "error.uploadInvalid": "图片已损坏，或超过服务器接收的尺寸。",
  "error.userFilesFull": "你上传的图片已达上限。",
  "error.filesFull": "服务器没有空间存放更多图片。",
  "error.uploadTooSlow": "上传用时过长。请用小一点的图片重试。",
  "error.uploadsBusy": "当前上传过多，请稍后重试。",
  "error.uploadsTooFrequent": "你上传得太频繁，请稍等。",
};
