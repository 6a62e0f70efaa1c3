// What only phones need of a live: room for the keyboard, and the sheet of gifts that a finger drags down. It loads where the window is
// that of a phone.

/** A keyboard is open if less than this share of the screen is left, or if too little is left for anything else. */
const keyboardShare = 0.8;
const keyboardHeightMax = 420;
/** The distance that the sheet must be dragged to close, in CSS pixels. */
const closingDistance = 70;

/**
 * Fits a live to a phone.
 *
 * @param {HTMLElement} view The live's view.
 * @param {HTMLElement} sheet The gifts.
 * @param {MediaQueryList} isPhone Matches while the window is that of a phone.
 * @param {AbortSignal} signal Ends it.
 */
export function fitPhone(view, sheet, isPhone, signal) {
  watchKeyboard(view, isPhone, signal);
  dragSheet(sheet);
}

/**
 * Gives the remaining screen to the chat while a phone's keyboard is open.
 *
 * @param {HTMLElement} view The live's view.
 * @param {MediaQueryList} isPhone Matches while the window is that of a phone.
 * @param {AbortSignal} signal Ends it.
 */
function watchKeyboard(view, isPhone, signal) {
  const { visualViewport } = globalThis;
  if (!visualViewport || signal.aborted) return;
  /** The largest visible part of the page since the phone was last turned. */
  let screen = { width: 0, height: 0 };
  const look = () => {
    const { width, height, offsetTop, scale } = visualViewport;
    // Zooming in makes the visible part smaller, too.
    const [seenWidth, seenHeight] = [Math.round(width * scale), height * scale];
    const isTurned = screen.width !== seenWidth;
    screen = { width: seenWidth, height: isTurned ? seenHeight : Math.max(screen.height, seenHeight) };
    const isShort = seenHeight < screen.height * keyboardShare || seenHeight <= keyboardHeightMax;
    const isTyping = isPhone.matches && isShort && document.activeElement?.id === "chat-input";
    view.classList.toggle("live--typing", isTyping);
    view.style.setProperty("--view-top", `${offsetTop}px`);
    view.style.setProperty("--view-height", `${height}px`);
  };
  for (const name of ["resize", "scroll"]) visualViewport.addEventListener(name, look, { signal });
  for (const name of ["focusin", "focusout"]) {
    // The new focus is known a moment later.
    view.addEventListener(name, () => setTimeout(look), { signal });
  }
  look();
}

/**
 * Lets the finger drag the sheet of gifts down and closes it beyond a distance. × and Escape close it too.
 *
 * @param {any} sheet
 */
function dragSheet(sheet) {
  const handle = sheet.querySelector(".gifts__handle");
  let from = null;
  const end = (event) => {
    if (from === null) return;
    const distance = event.clientY - from;
    from = null;
    sheet.style.removeProperty("transform");
    if (event.type === "pointerup" && distance > closingDistance) sheet.closed();
  };
  handle.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (from !== null) sheet.style.setProperty("transform", `translateY(${Math.max(0, event.clientY - from)}px)`);
  });
  for (const name of ["pointerup", "pointercancel"]) handle.addEventListener(name, end);
}
