import { createEmitter, type Emitter } from './emitter.js'

/** A mistake in the set-up of the app that its developer should see, and its visitors need not. */
export type Alert = { readonly code: AlertCode; readonly title: string; readonly detail: string }

/** The kinds of alert. */
export type AlertCode = 'NETWORK_NOT_FOUND' | 'MULTI_WALLET_NOT_ENABLED' | 'API_UNREACHABLE'

const titles: { readonly [code in AlertCode]: string } = {
  NETWORK_NOT_FOUND: 'Network Not Found',
  MULTI_WALLET_NOT_ENABLED: 'Multi-Wallet Not Enabled',
  API_UNREACHABLE: 'Data API Not Reachable',
}

/** Where alerts are raised and heard. Each also goes to `console.error`, whether or not anything listens. */
export type Alerts = Pick<Emitter<Alert>, 'on' | 'clear'> & {
  /** The alert that was raised last and not dismissed. */
  readonly current: Alert | undefined
  raise(code: AlertCode, detail: string): void
  dismiss(): void
}

/** Makes the alerts of one config. */
export function createAlerts(): Alerts {
  const emitter = createEmitter<Alert>()
  let current: Alert | undefined
  return {
    get current() {
      return current
    },
    on: emitter.on,
    clear: emitter.clear,
    raise(code, detail) {
      const alert = { code, title: titles[code], detail }
      console.error(`[latchkey] ${alert.title}: ${detail}`)
      current = alert
      emitter.emit(alert)
    },
    dismiss() {
      current = undefined
    },
  }
}
