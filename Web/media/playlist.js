// HLS playlists (RFC 8216) as far as the page plays them itself: fragmented MP4 in whole segments. Pure: text goes in, addresses come out.

/** The most segments that are read of a list. The newest are kept. */
const segmentsMax = 1_000;
/** The longest believable segment or target duration, in seconds. */
const secondsMax = 60;

/** Why a list is not played: `broken` may become a list later, `other` needs the browser's own HLS, `codecs` needs another decoder. */
export class PlaylistError extends Error {
  /** @param {"broken" | "other" | "codecs"} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** The attributes of a tag such as `BANDWIDTH=1,CODECS="a,b"`, by name. */
function attributesOf(text) {
  const attributes = {};
  for (const [, name, quoted, plain] of text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g)) attributes[name] = quoted ?? plain;
  return attributes;
}

function addressOf(uri, base) {
  try {
    const { href, protocol } = new URL(uri, base);
    if (protocol === "https:" || protocol === "http:") return href;
  } catch {
    // The check below reports it.
  }
  throw new PlaylistError("broken");
}

function numberOf(text, fallback, max = Number.MAX_SAFE_INTEGER) {
  const number = Number.parseFloat(text);
  return Number.isFinite(number) && number >= 0 ? Math.min(number, max) : fallback;
}

/**
 * Reads a playlist.
 *
 * @param {string} text
 * @param {string} base The address that the text came from.
 * @returns {object} For a list of lists `{variants: [{url, codecs, bitsPerSecond, height, audio}], audios: [{url, group, isDefault}]}`.
 *   For a list of segments `{segments: [{number, url, seconds, map, epoch}], targetSeconds, isEnded}`. `map` is the address of the
 *   initialisation segment, and `epoch` changes where time restarts.
 * @throws {PlaylistError}
 */
export function parsePlaylist(text, base) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
  if (!lines[0]?.startsWith("#EXTM3U")) throw new PlaylistError("broken");
  return lines.some((line) => line.startsWith("#EXT-X-STREAM-INF:")) ? parseMain(lines, base) : parseMedia(lines, base);
}

function parseMain(lines, base) {
  const main = { variants: [], audios: [] };
  let variant = null;
  for (const line of lines) {
    if (line.startsWith("#EXT-X-MEDIA:")) {
      const { TYPE, URI, "GROUP-ID": group = "", DEFAULT } = attributesOf(line);
      // A group without an address is part of the variants.
      if (TYPE === "AUDIO" && URI) main.audios.push({ url: addressOf(URI, base), group, isDefault: DEFAULT === "YES" });
    } else if (line.startsWith("#EXT-X-STREAM-INF:")) {
      const { CODECS = null, BANDWIDTH, RESOLUTION = "", AUDIO = null } = attributesOf(line);
      const height = numberOf(RESOLUTION.split("x")[1], 0);
      variant = { codecs: CODECS, bitsPerSecond: numberOf(BANDWIDTH, 0), height, audio: AUDIO };
    } else if (variant && !line.startsWith("#")) {
      main.variants.push({ ...variant, url: addressOf(line, base) });
      variant = null;
    }
  }
  return main;
}

function parseMedia(lines, base) {
  const list = { segments: [], targetSeconds: 1, isEnded: false };
  let number = 0;
  let epoch = 0;
  let map = null;
  let seconds = null;
  let isGap = false;
  for (const line of lines) {
    const [tag, value = ""] = line.startsWith("#") ? [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1)] : ["", line];
    if (tag === "#EXT-X-TARGETDURATION") list.targetSeconds = Math.max(0.5, numberOf(value, 1, secondsMax));
    else if (tag === "#EXT-X-MEDIA-SEQUENCE") number = numberOf(value, 0);
    else if (tag === "#EXT-X-DISCONTINUITY-SEQUENCE") epoch = numberOf(value, 0);
    else if (tag === "#EXT-X-DISCONTINUITY") epoch += 1;
    else if (tag === "#EXT-X-ENDLIST") list.isEnded = true;
    else if (tag === "#EXT-X-GAP") isGap = true;
    else if (tag === "#EXTINF") seconds = numberOf(value, list.targetSeconds, secondsMax);
    // Byte ranges and encryption are for players that support all of HLS.
    else if (tag === "#EXT-X-BYTERANGE") throw new PlaylistError("other");
    else if (tag === "#EXT-X-KEY" && attributesOf(value).METHOD !== "NONE") throw new PlaylistError("other");
    else if (tag === "#EXT-X-MAP") {
      const { URI = "", BYTERANGE } = attributesOf(value);
      if (BYTERANGE) throw new PlaylistError("other");
      map = addressOf(URI, base);
    } else if (tag === "" && seconds !== null) {
      // MPEG-TS has no initialisation segment, and no browser's Media Source Extensions accept it.
      if (!isGap && map === null) throw new PlaylistError("other");
      if (!isGap) list.segments.push({ number, url: addressOf(value, base), seconds, map, epoch });
      if (list.segments.length > segmentsMax) list.segments.shift();
      number += 1;
      seconds = null;
      isGap = false;
    }
  }
  return list;
}

/** The pictures of a list of lists that this browser can decode. */
export function playableOf({ variants }, canPlay) {
  return variants.filter(({ codecs }) => codecs === null || canPlay(`video/mp4; codecs="${codecs}"`));
}

/**
 * Chooses a picture from a list of lists: the one with the highest bit rate that this browser can decode and the line allows, or else the
 * one with the lowest.
 *
 * @param {{variants: object[]}} main
 * @param {(mimeType: string) => boolean} canPlay
 * @param {number} [bitsMax] What the line allows, in bits a second.
 * @returns {any} One of the variants.
 * @throws {PlaylistError} If this browser can play none.
 */
export function pictureOf(main, canPlay, bitsMax = Infinity) {
  const known = playableOf(main, canPlay);
  if (known.length === 0) throw new PlaylistError("codecs");
  const allowed = known.filter(({ bitsPerSecond }) => bitsPerSecond <= bitsMax);
  if (allowed.length === 0) return known.reduce((least, each) => (each.bitsPerSecond < least.bitsPerSecond ? each : least));
  return allowed.reduce((best, each) => (each.bitsPerSecond > best.bitsPerSecond ? each : best));
}

/**
 * The lists to play for a picture: its own, and that of its sound if that is a separate one.
 *
 * @param {any} best The picture.
 * @param {{audios: object[]}} main
 * @returns {string[]}
 */
export function listsOf(best, { audios }) {
  const sounds = audios.filter(({ group }) => group === best.audio);
  const sound = sounds.find(({ isDefault }) => isDefault) ?? sounds[0];
  return sound && sound.url !== best.url ? [best.url, sound.url] : [best.url];
}

/** The distance from its end at which a list is joined, in seconds (RFC 8216, 6.3.3). */
export function holdSecondsOf({ targetSeconds }) { return targetSeconds * 3; }

/** The number of the segment at which a new viewer starts, or null if there is none yet. */
export function firstNumberOf(list) {
  let seconds = 0;
  for (const segment of [...list.segments].reverse()) {
    seconds += segment.seconds;
    if (seconds >= holdSecondsOf(list)) return segment.number;
  }
  return list.segments[0]?.number ?? null;
}
