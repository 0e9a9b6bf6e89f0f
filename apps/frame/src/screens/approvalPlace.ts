import type { ApprovalKind } from '../types.js'

/**
 * Where an approval is given: in the frame, there by a number that only a user who sees the frame knows, or in a window of the
 * wallet, which no page can draw over.
 */
export type ApprovalPlace = 'frame' | 'number' | 'window'

/**
 * What one click in the frame approves on every listed site; all else takes the number or the window. A
 * sign-in to the page that asks, with nothing else in it, tells that page what it may know, seen or unseen.
 */
const inFrame: ReadonlySet<string> = new Set<ApprovalKind>(['signIn'])

/**
 * Decides where an approval is given.
 *
 * @param kind - What it is for; one that is not in the list goes to the window.
 * @param isTrusted - Whether the operator trusts the page that embeds the frame, and every page around that.
 * @returns The place.
 */
export function approvalPlace(kind: string, isTrusted: boolean): ApprovalPlace {
  if (inFrame.has(kind)) return 'frame'
  return isTrusted ? 'number' : 'window'
}
