import { createEmitter, type Emitter } from '../emitter.js'

/** A mistake in the set-up of the app that its developer should see, and its visitors need not. */
export type Alert = { readonly code: AlertCode; readonly title: string; readonly detail: string }

/** The kinds of alert. */
export type AlertCode =
  | 'CHAIN_NOT_FOUND'
  | 'MULTI_WALLET_NOT_ENABLED'
  | 'API_UNREACHABLE'
  | 'FRAME_LOAD_FAILED'
  | 'FRAME_TIMEOUT'
  | 'UNVERIFIED_DOMAIN'
  | 'SESSION_EXPIRED'
  | 'INVALID_PROJECT_ID'
  | 'INVALID_TERMS_URL'
  | 'RELAY_UNREACHABLE'
  | 'NO_CONNECTORS'
  | 'BLOCKED_BY_POLICY'
  | 'LOCAL_CONFIG_IGNORED'

const titles: { readonly [code in AlertCode]: string } = {
  CHAIN_NOT_FOUND: 'Network Not Found',
  MULTI_WALLET_NOT_ENABLED: 'Multi-Wallet Not Enabled',
  API_UNREACHABLE: 'Data API Not Reachable',
  FRAME_LOAD_FAILED: 'Network Error - Could not load embedded wallet',
  FRAME_TIMEOUT: 'Embedded Wallet Request Timed Out',
  UNVERIFIED_DOMAIN: 'Invalid App Configuration',
  SESSION_EXPIRED: 'Session Expired',
  INVALID_PROJECT_ID: 'Invalid App Configuration',
  INVALID_TERMS_URL: 'Invalid App Configuration',
  RELAY_UNREACHABLE: 'Relay Not Reachable',
  NO_CONNECTORS: 'No Connectors',
  BLOCKED_BY_POLICY: 'Blocked By Content-Security-Policy',
  LOCAL_CONFIG_IGNORED: 'Local configuration ignored',
}

/** The alerts of a config. Each also goes to `console.error`. */
export type Alerts = Pick<Emitter<Alert>, 'on' | 'clear'> & {
  /** The alert that was raised last and not dismissed. */
  readonly current: Alert | undefined
  raise(code: AlertCode, detail: string): void
  /** The same, but each code only once; heard after the present task, so that it may be called while a view is drawn. */
  raiseOnce(code: AlertCode, detail: string): void
  /** Reports it in the console only, the same only once: what also happens to visitors of an app that is set up well. */
  warn(code: AlertCode, detail: string): void
  dismiss(): void
}

/** Creates the alerts of one config. */
export function createAlerts(): Alerts {
  const emitter = createEmitter<Alert>()
  const raised = new Set<string>()
  let current: Alert | undefined

  function raise(code: AlertCode, detail: string): void {
    const alert = { code, title: titles[code], detail }
    say(alert)
    current = alert
    emitter.emit(alert)
  }

  const say = ({ title, detail }: Alert) => console.error(`[latchkey] ${title}: ${detail}`)

  return {
    get current() {
      return current
    },
    on: emitter.on,
    clear: emitter.clear,
    raise,
    raiseOnce(code, detail) {
      if (raised.has(code)) return
      raised.add(code)
      queueMicrotask(() => raise(code, detail))
    },
    warn(code, detail) {
      if (raised.has(detail)) return
      raised.add(detail)
      say({ code, title: titles[code], detail })
    },
    dismiss() {
      current = undefined
    },
  }
}
