/**
 * Reads the page's hash: `#/` is the list, `#/live/<encoded live id>` a live.
 *
 * @returns {{view: "list"} | {view: "live", liveID: string}}
 */
export function parseRoute(hash) {
  const match = /^#\/live\/([^/]+)$/.exec(hash);
  if (!match) return { view: "list" };
  try {
    const liveID = decodeURIComponent(match[1]);
    return /^[\x20-\x7e]{1,48}$/.test(liveID) ? { view: "live", liveID } : { view: "list" };
  } catch {
    return { view: "list" };
  }
}

/** The hash of a live. */
export function liveHash(liveID) {
  return `#/live/${encodeURIComponent(liveID)}`;
}
