// Uploads of files: a ticket that lets one in, its bytes, and the address that comes back.

/** How long an upload may take, in milliseconds: longer than the server allows, which then says so. */
const patienceMilliseconds = 90_000;
/** The size of a cover in pixels: what the largest card shows on a screen with two pixels a point. */
const coverSize = { width: 640, height: 360 };
/** How much of a picture's detail is kept, best first, until it is small enough. */
const qualities = [0.85, 0.7, 0.5, 0.3, 0.15];
/** How small a cover is to be, in bytes: a screen of twelve cards loads 200 KB. One with more detail than that may be larger. */
const coverBytesWanted = 16_384;

/** The codes that the page itself gives, with the meaning that the server's have. */
const codes = { tooLarge: 110_352, typeRefused: 110_353 };

/**
 * Why a file was not uploaded. `code` is 0 where no answer came; `sentence` is the server's, or empty; `seconds` is after how many to
 * come again, or 0.
 */
export class UploadError extends Error {
  constructor(code, sentence = "", seconds = 0) {
    super(`upload ${code}`);
    this.code = code;
    this.sentence = sentence;
    this.seconds = seconds;
  }
}

/** How every upload is sent. No cookie and no address of a page goes along. */
const manner = Object.freeze({
  method: "POST", cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
  headers: { "content-type": "application/octet-stream" },
});

/**
 * Posts bytes of which only the time counts that they take.
 *
 * @param {string} url
 * @param {Blob} piece
 * @param {AbortSignal} signal
 * @param {typeof fetch} fetcher
 * @throws {UploadError} if the server does not take them, or cannot be reached.
 */
export async function postPiece(url, piece, signal, fetcher = fetch.bind(globalThis)) {
  let response;
  let answer;
  try {
    response = await fetcher(url, /** @type {RequestInit} */ ({ ...manner, body: piece, signal }));
    answer = await response.json();
  } catch {
    throw new UploadError(0);
  }
  if (response.status === 200) return;
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  throw new UploadError(Number(answer?.error?.code ?? 0), String(answer?.error?.message ?? ""), seconds > 0 ? Math.ceil(seconds) : 0);
}

/**
 * Posts a file to the address of a ticket.
 *
 * @param {typeof fetch} fetcher
 * @param {{url: string, bytesMax: number}} ticket
 * @param {Blob} file
 * @returns {Promise<{url: string, type: string, bytes: number, width: number, height: number}>}
 */
export async function postFile(fetcher, { url, bytesMax }, file) {
  // The ticket is not used up by a file that the server would refuse.
  if (file.size > bytesMax) throw new UploadError(codes.tooLarge);
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMilliseconds);
  let answer;
  let isKept = false;
  try {
    const response = await fetcher(url, /** @type {RequestInit} */ ({ ...manner, body: file, signal: patience.signal }));
    isKept = response.status === 201;
    answer = await response.json();
  } catch {
    throw new UploadError(0);
  } finally {
    clearTimeout(timer);
  }
  if (isKept && typeof answer?.url === "string") return answer;
  throw new UploadError(Number(answer?.error?.code ?? 0), String(answer?.error?.message ?? ""));
}

/**
 * The part of a picture that a cover shows, in the shape of a cover; and the size in which it is drawn, never larger than the part is.
 *
 * @param {{width: number, height: number}} picture
 * @param {{x?: number, y?: number, zoom?: number}} part Where it is, from 0 for the left and the top to 1, and how much it is enlarged,
 *   from 1; the middle of the picture in full size without it.
 */
export function coverArea({ width, height }, { x = 0.5, y = 0.5, zoom = 1 } = {}) {
  const shape = coverSize.width / coverSize.height;
  const [fullWidth, fullHeight] = width / height > shape ? [height * shape, height] : [width, width / shape];
  const [ownWidth, ownHeight] = [fullWidth / zoom, fullHeight / zoom];
  const scale = Math.min(1, coverSize.width / ownWidth);
  return {
    left: (width - ownWidth) * x, top: (height - ownHeight) * y, width: ownWidth, height: ownHeight,
    drawnWidth: Math.max(1, Math.round(ownWidth * scale)), drawnHeight: Math.max(1, Math.round(ownHeight * scale)),
  };
}

/**
 * Draws a picture anew as a cover. What a camera wrote into the file, a place for instance, stays behind.
 *
 * @param {Blob | HTMLVideoElement} source A file, or the camera.
 * @param {number} bytesMax
 * @param {object} [part] See `coverArea`.
 * @returns {Promise<Blob>}
 */
export async function drawCover(source, bytesMax, part) {
  let picture;
  try {
    picture = await createImageBitmap(source);
  } catch {
    throw new UploadError(codes.typeRefused);
  }
  const area = coverArea(picture, part);
  const canvas = document.createElement("canvas");
  canvas.width = area.drawnWidth;
  canvas.height = area.drawnHeight;
  canvas.getContext("2d")?.drawImage(
    picture, area.left, area.top, area.width, area.height, 0, 0, area.drawnWidth, area.drawnHeight);
  picture.close();
  let smallest = null;
  for (const quality of qualities) {
    // A browser that writes no WebP writes PNG instead, which a photograph is too large for.
    for (const type of ["image/webp", "image/jpeg"]) {
      const blob = await new Promise((done) => { canvas.toBlob(done, type, quality); });
      if (blob?.type !== type) continue;
      if (blob.size <= Math.min(bytesMax, coverBytesWanted)) return blob;
      if (!smallest || blob.size < smallest.size) smallest = blob;
    }
  }
  if (smallest && smallest.size <= bytesMax) return smallest;
  throw new UploadError(codes.tooLarge);
}

/**
 * Uploads a cover of a live, which need not be on yet, and answers its address.
 *
 * @param {{command: (op: string) => Promise<{url: string, bytesMax: number}>}} connection
 * @param {Blob | HTMLVideoElement} source A file, or the camera.
 * @param {typeof fetch} fetcher
 * @param {object} [part] See `coverArea`.
 * @returns {Promise<string>}
 * @throws {UploadError} or the error of the connection.
 */
export async function uploadCover(connection, source, fetcher = fetch.bind(globalThis), part = undefined) {
  const ticket = await connection.command("file.ticket");
  return (await postFile(fetcher, ticket, await drawCover(source, ticket.bytesMax, part))).url;
}
