// Makes room for the keyboard of a phone. It loads where the window is that of a phone.

/** A keyboard is open if less than this share of the screen is left, or if too little is left for anything else. */
const keyboardShare = 0.8;
const keyboardHeightMax = 420;

/**
 * Gives the remaining screen to the chat while a phone's keyboard is open.
 *
 * @param {HTMLElement} view The live's view.
 * @param {MediaQueryList} isPhone Matches while the window is that of a phone.
 * @param {AbortSignal} signal Ends it.
 */
export function watchKeyboard(view, isPhone, signal) {
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
