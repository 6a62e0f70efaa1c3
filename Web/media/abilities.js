// The media abilities of this browser.

/** The browser's Media Source class. iPhones have only the managed kind. */
export const Source = () => globalThis.MediaSource ?? globalThis.ManagedMediaSource;

/** Plays a video. Returns whether the browser wants a tap before it plays its sound. */
export async function isSoundRefused(video) {
  try {
    await video.play();
    return false;
  } catch (error) {
    return !video.muted && /^notallowed/i.test(error?.name ?? "");
  }
}

/** The browser's abilities, as `wayOf` needs them. */
export function abilitiesOf(video) {
  return {
    canPush: (mimeType) => Boolean(Source()) && (mimeType === null || Source().isTypeSupported(mimeType)),
    canList: (mimeType) => video.canPlayType(mimeType) !== "",
    canDecode: (mimeType) => video.canPlayType(mimeType) !== "",
  };
}
