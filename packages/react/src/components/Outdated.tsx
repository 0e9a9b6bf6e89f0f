import { useLatchkey } from '../context.js'
import { useThemeProps } from '../theme/useThemeProps.js'

/** Stands in the modal's place where the browser is too old for it. */
export function Outdated() {
  const { modal, strings } = useLatchkey()
  return (
    <div className="lk-outdated" role="alert" {...useThemeProps()}>
      <p>{strings.outdated}</p>
      <button type="button" className="lk-outdated-close" onClick={modal.close}>
        {strings.close}
      </button>
    </div>
  )
}
