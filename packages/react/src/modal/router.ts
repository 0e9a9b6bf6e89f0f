import type { Route, View } from './routes.js'

/** The modal's own history; the last entry is shown. Browser history is never touched. */
export type RouterState = { readonly open: boolean; readonly stack: readonly Route[] }

/** What can happen to it. */
export type RouterStep =
  | { readonly type: 'open'; readonly route: Route }
  | { readonly type: 'push'; readonly route: Route }
  | { readonly type: 'replace'; readonly route: Route }
  | { readonly type: 'reset'; readonly route: Route }
  | { readonly type: 'back'; readonly connected: boolean }
  | { readonly type: 'backTo'; readonly view: View }
  | { readonly type: 'close' }

/** Before anything was opened. */
export const closedRouter: RouterState = { open: false, stack: [] }

/** Moves the history by one step. */
export function router(state: RouterState, step: RouterStep): RouterState {
  const { stack } = state
  switch (step.type) {
    case 'open':
    case 'reset':
      return { open: true, stack: [step.route] }
    case 'push':
      return stack.at(-1)?.view === step.route.view
        ? { ...state, open: true }
        : { open: true, stack: [...stack, step.route] }
    case 'replace':
      return { ...state, stack: [...stack.slice(0, -1), step.route] }
    case 'back': {
      if (stack.length < 2) return { open: false, stack }
      const remaining = stack.slice(0, -1)
      const target = remaining.at(-1)
      // A connected visitor has no use for the list of wallets.
      if (step.connected && target?.view === 'Connect') {
        return { ...state, stack: [...remaining.slice(0, -1), { view: 'Account', data: undefined }] }
      }
      return { ...state, stack: remaining }
    }
    case 'backTo': {
      const at = stack.findLastIndex(({ view }) => view === step.view)
      return at < 0 ? state : { ...state, stack: stack.slice(0, at + 1) }
    }
    case 'close':
      return { ...state, open: false }
  }
}
