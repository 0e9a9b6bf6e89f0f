import type { Alert } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { Icon } from '../primitives/Icon.js'
import { IconButton } from '../primitives/IconButton.js'

/** Shows the developer of an app what is wrong with its set-up; off with `debug: false`. */
export function AlertBar() {
  const { config, strings } = useLatchkey()
  const [alert, setAlert] = useState<Alert | undefined>(config.alerts.current)
  useEffect(() => {
    setAlert(config.alerts.current)
    return config.alerts.on(setAlert)
  }, [config])
  if (!alert) return null
  const dismiss = () => {
    config.alerts.dismiss()
    setAlert(undefined)
  }
  return (
    <div className="lk-alert" role="alert">
      <Icon name="warning" />
      <p>
        <strong>{alert.title}</strong> {alert.detail}
      </p>
      <IconButton icon={<Icon name="close" />} label={strings.dismiss} onClick={dismiss} />
    </div>
  )
}
