// What the TypeScript compiler cannot read out of Web/ itself: scripts/check-sources holds the page's scripts to it.

import type { Drafts, Settings } from "../../../Web/model/words.js";
import type { LiveController, Session } from "../../../Web/model/session.js";

declare global {
  /** Shows short messages at the head of the page. */
  interface Toasts {
    show(text: string, kind?: string): void;
  }

  /** What a view hands to the parts of the page that it makes. A part that is not a view of the page has none of it. */
  interface HTMLElement {
    session?: Session;
    live?: LiveController;
    settings?: Settings;
    drafts?: Drafts;
    toasts?: Toasts;
    barrage?: HTMLElement & { clear(): void };
    effects?: HTMLElement & { clear?(): void };
    announcer?: HTMLElement & { level: string; say?(text: string): void };
    reactions?: HTMLElement & { clear?(): void; show?(messages: object[]): void; showOwn?(emoji: string): void };
    like?: HTMLElement;
    button?: HTMLElement;
    stageControls?: HTMLElement & { draw(): void };
    /** What a host's desk adds to the controls of the stage. */
    hostControls?: HTMLButtonElement[];
    shown?: (areOn: boolean) => void;
  }

  /** Parts of the page that others set something of. */
  interface HTMLElementTagNameMap {
    "ov-login": HTMLElement & {
      reason: string | null;
      userID: string | null;
      submitted: (credentials: { userID: string; userSig: string }) => void;
    };
    "ov-announcer": HTMLElement & { level: string };
    "ov-picture": HTMLElement & { draw(): void; isReplaced: boolean };
  }

  /** Every element that the page handles is one of HTML; its icons are decoration. */
  interface Element {
    readonly dataset: DOMStringMap;
    disabled?: boolean;
    hidden: boolean;
    tabIndex: number;
    click(): void;
    focus(options?: FocusOptions): void;
  }

  /** The page asks for elements of HTML only. */
  interface ParentNode {
    querySelector<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): HTMLElementTagNameMap[Tag] | null;
    querySelector<Found extends HTMLElement = HTMLElement>(selectors: string): Found | null;
    querySelectorAll<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): NodeListOf<HTMLElementTagNameMap[Tag]>;
    querySelectorAll<Found extends HTMLElement = HTMLElement>(selectors: string): NodeListOf<Found>;
  }

  /** What an event of the page's own tells. */
  interface Event {
    readonly detail?: any;
  }

  /** What browsers have and the compiler's own library does not know yet. */
  interface Array<T> {
    findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number;
  }
  interface String {
    toWellFormed?(): string;
  }
  interface CanvasPath {
    roundRect(x: number, y: number, width: number, height: number, radii?: number | number[]): void;
  }
  interface Navigator {
    readonly userActivation?: { readonly hasBeenActive: boolean; readonly isActive: boolean };
  }
  interface MediaRecorderOptions {
    videoKeyFrameIntervalDuration?: number;
  }
  var ManagedMediaSource: typeof MediaSource | undefined;
  class DecompressionStream {
    constructor(format: "deflate" | "deflate-raw" | "gzip");
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream<BufferSource>;
  }
  var trustedTypes: { createPolicy(name: string, rules: { createScriptURL?(url: string): string }): any } | undefined;
}
