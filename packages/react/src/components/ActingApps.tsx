import { isLatchkeyError, type SmartSession } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useRevokeSmartSession } from '../hooks/useRevokeSmartSession.js'
import { useSmartSessions } from '../hooks/useSmartSessions.js'
import { List } from '../primitives/List.js'
import { Picture } from '../primitives/Picture.js'
import { type SessionStrings, sessionStrings } from '../strings/sessionStrings.js'

/** Which apps may act for the account, until when, and the way to end that; nothing where none may. */
export function ActingApps({ onMoved }: { onMoved: () => void }) {
  const { strings: given, toasts } = useLatchkey()
  const strings: typeof given & SessionStrings = { ...sessionStrings, ...given }
  const { data: sessions = [] } = useSmartSessions()
  const { mutateAsync: revoke, isPending, variables } = useRevokeSmartSession()
  const open = sessions.filter(({ revokedAt, expiry }) => revokedAt == null && expiry * 1000 > Date.now())
  if (open.length === 0) return null

  const end = async ({ pci, project }: SmartSession) => {
    try {
      if (!(await revoke({ pci })).success) return toasts.show(strings.sessionRevokeFailed, 'error')
      toasts.show(strings.sessionRevoked(project.name))
      onMoved()
    } catch (error) {
      const isRefused = isLatchkeyError(error, 'USER_REJECTED')
      toasts.show(isRefused ? strings.rejected : strings.sessionRevokeFailed, 'error')
    }
  }
  return (
    <List label={strings.sessionsTitle}>
      {open.map((session) => {
        const { name, url, iconUrl } = session.project
        const site = siteOf(url)
        const isLeaving = isPending && variables.pci === session.pci
        return (
          <li key={session.pci} className="lk-row-item">
            <div className="lk-row" data-still>
              <Picture src={iconUrl?.startsWith('https://') ? iconUrl : undefined} name={name} shape="square" />
              <span className="lk-row-text">
                <span className="lk-row-title">
                  <bdi className="lk-row-name">{name}</bdi>
                </span>
                {site && site !== name && <bdi className="lk-row-site">{site}</bdi>}
                <span className="lk-row-detail">{strings.sessionUntil(showDay(session.expiry))}</span>
              </span>
              <button
                type="button"
                className="lk-chip"
                onClick={() => end(session)}
                disabled={isPending}
                aria-busy={isLeaving || undefined}
              >
                {strings.sessionRevoke}
                <span className="lk-hidden"> {name}</span>
              </button>
            </div>
          </li>
        )
      })}
    </List>
  )
}

function showDay(seconds: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(seconds * 1000)
}

function siteOf(url: string | null | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).host : undefined
}
