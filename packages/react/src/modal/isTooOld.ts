/**
 * Tells whether the browser lacks what the modal and the calls behind it cannot do without.
 *
 * @returns True for a browser that the modal would break in.
 */
export function isTooOld(): boolean {
  return typeof HTMLDialogElement === 'undefined' || !HTMLDialogElement.prototype.showModal || !('any' in AbortSignal)
}
