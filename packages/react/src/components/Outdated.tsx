import { useLatchkey } from '../context.js'
import { useThemeProps } from '../theme/useThemeProps.js'

/** Stands in the modal's place where the browser is too old for it: as a toast that stays. */
export function Outdated() {
  const { modal, strings } = useLatchkey()
  const theme = useThemeProps()
  return (
    <div className="lk-toast" role="alert" {...theme} style={{ ...theme.style, display: 'flex', zIndex: 2147483647 }}>
      <span>{strings.outdated}</span>
      <button
        type="button"
        className="lk-icon-button"
        style={{ background: 'none', color: 'inherit' }}
        aria-label={strings.close}
        onClick={modal.close}
      >
        ✕
      </button>
    </div>
  )
}
