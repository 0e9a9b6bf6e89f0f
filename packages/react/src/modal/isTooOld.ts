/**
 * Tells whether the browser lacks what the modal and the calls behind it cannot do without.
 *
 * @returns True for a browser that the modal would break in.
 */
export function isTooOld(): boolean {
  // jsdom has no modal dialogs either, and is where apps are tested.
  if (/jsdom/.test(globalThis.navigator?.userAgent)) return false
  return typeof HTMLDialogElement === 'undefined' || !HTMLDialogElement.prototype.showModal || !('any' in AbortSignal)
}
