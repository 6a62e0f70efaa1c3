// Covers of the user's own picture for the list: a small frame of it now and then, drawn by the browser that sends the picture.

/** The milliseconds after the beginning of the picture at which the first cover is sent. A camera needs a moment to get bright. */
const firstMilliseconds = 3_000;
/** The interval between covers. The server passes over what comes more often than each ten seconds. */
const intervalMilliseconds = 30_000;
/** The width of a cover in pixels, and its quality. Together they make a few kilobytes. */
const width = 320;
const quality = 0.6;
/** The largest cover that is sent, in bytes. The server takes `media.coverBytesMax`. */
export const bytesMax = 32_768;

/** Sends covers of a stream while it is on. */
export class CoverSender {
  #clock;
  #draw;
  #pack;
  #send;
  #timer = null;

  /**
   * @param {object} options
   * @param {{ after: Function, cancel: Function }} options.clock
   * @param {() => Promise<Blob | null>} options.draw Draws a cover; null if there is nothing to show.
   * @param {(message: any) => void} options.send
   * @param {(cover: Blob | null) => any} [options.pack] Makes of a cover what is sent: a message, or null if the server would not take it.
   */
  constructor({ clock, draw, send, pack = messageOf }) {
    this.#clock = clock;
    this.#draw = draw;
    this.#pack = pack;
    this.#send = send;
  }

  start() {
    this.stop();
    this.#timer = this.#clock.after(firstMilliseconds, () => this.#turn());
  }

  stop() {
    this.#clock.cancel(this.#timer);
    this.#timer = null;
  }

  async #turn() {
    const turn = this.#clock.after(intervalMilliseconds, () => this.#turn());
    this.#timer = turn;
    const message = await this.#draw().then(this.#pack).catch(() => null);
    // The picture may have stopped meanwhile.
    if (message && this.#timer === turn) this.#send(message);
  }
}

/** A cover as the server takes it; else null. */
const taken = (blob) => (blob && blob.size <= bytesMax && ["image/webp", "image/jpeg"].includes(blob.type) ? blob : null);

/**
 * Sends covers beside the stream, for pictures that do not come over a WebSocket: to an address for one request each.
 *
 * @param {object} options
 * @param {import("../model/session.js").Session} options.session
 * @param {string} options.liveID
 * @param {(address: string, options: object) => Promise<Response>} options.fetch
 * @param {{ after: Function, cancel: Function }} options.clock
 * @param {() => Promise<Blob | null>} options.draw
 */
export function coversBeside({ session, liveID, fetch, clock, draw }) {
  return new CoverSender({
    clock, draw, pack: taken,
    send: async (cover) => {
      try {
        const { url } = await session.connection.command("media.publish", {}, liveID);
        await fetch(url.replace(/\/publish(?=\?|$)/, "/cover"), { method: "PUT", headers: { "content-type": cover.type }, body: cover });
      } catch {
        // The next one comes in half a minute.
      }
    },
  });
}

/** What the server is sent of a cover on a WebSocket; null if it would not take it. */
export async function messageOf(blob) {
  if (!taken(blob)) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return JSON.stringify({ cover: btoa(text) });
}

/**
 * Draws a frame of a stream. It is null if the stream has no picture, or the browser shows none.
 * @param {MediaStream} stream
 * @returns {Promise<Blob | null>}
 */
export async function drawCover(stream) {
  if (!stream.getVideoTracks().some((track) => track.enabled && track.readyState === "live")) return null;
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  try {
    await video.play();
    return await drawFrame(video);
  } finally {
    video.srcObject = null;
  }
}

/**
 * Draws what a video shows. It is null if it shows nothing.
 * @param {HTMLVideoElement} video
 * @returns {Promise<Blob | null>}
 */
export async function drawFrame(video) {
  if (!video.videoWidth || video.readyState < 2) return null;
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(width, video.videoWidth);
  canvas.height = Math.max(1, Math.round(canvas.width * video.videoHeight / video.videoWidth));
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  // Safari writes no WebP, and hands out PNG instead.
  const webP = await blobOf(canvas, "image/webp");
  return webP?.type === "image/webp" ? webP : await blobOf(canvas, "image/jpeg");
}

function blobOf(canvas, type) {
  return new Promise((resolve) => { canvas.toBlob(resolve, type, quality); });
}
