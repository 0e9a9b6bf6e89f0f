import { EmailForm } from '../../components/EmailForm.js'
import { useEmailStrings } from '../../hooks/useEmailStrings.js'

/** Signs in by e-mail, and nothing else. */
export function EmailLogin() {
  const strings = useEmailStrings()
  return (
    <div className="lk-view">
      <p className="lk-lead" dir="auto">
        {strings.emailLoginText}
      </p>
      <EmailForm alone />
    </div>
  )
}
