import { ChainButton, ConnectButton, useModal } from '@latchkey/react'
import { type ReactNode, useMemo } from 'react'
import { appCode } from '../code/appCode.js'
import { AccentPicker } from '../components/AccentPicker.js'
import { CornersRange } from '../components/CornersRange.js'
import { FoldedCode } from '../components/FoldedCode.js'
import { Segmented } from '../components/Segmented.js'
import { Switch } from '../components/Switch.js'
import type { Look, SwitchableFeature } from '../look/look.js'
import type { Settings } from '../settings.js'
import { useNarrow } from '../useNarrow.js'

const sizes = [
  { value: 'sm', label: 'Small' },
  { value: 'md', label: 'Medium' },
  { value: 'lg', label: 'Large' },
] as const
const modes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const features: readonly { readonly name: SwitchableFeature; readonly label: string }[] = [
  { name: 'email', label: 'Sign-in by e-mail' },
  { name: 'send', label: 'Send' },
  { name: 'receive', label: 'Receive' },
  { name: 'activity', label: 'Activity' },
  { name: 'multiWallet', label: 'Several wallets at once' },
]

/** Changes the look and the features, and shows the app that has them. */
export function Customise({
  settings,
  look,
  onLook,
}: {
  settings: Settings
  look: Look
  onLook: (change: Partial<Look>) => void
}) {
  const { open } = useModal()
  // Where no wallet is served for people without one, there is nothing to switch.
  const shown = features.filter(({ name }) => name !== 'email' || settings.frameUrl)
  const code = useMemo(() => appCode(settings, look), [settings, look])
  return (
    <section className="customise" aria-labelledby="customise">
      <h2 id="customise">Make it yours</h2>
      <p className="section-lead">Every change applies to this whole page, modal included. The code follows.</p>
      <div className="customise-grid">
        <div className="panel controls">
          <div className="preview">
            <ChainButton size={look.buttonSize} />
            <ConnectButton size={look.buttonSize} />
            <button type="button" className="button quiet" onClick={() => open()}>
              Open the modal
            </button>
          </div>
          <Folded>
            <AccentPicker selected={look.accent} onSelect={(accent) => onLook({ accent })} />
            <CornersRange radius={look.radius} onRadius={(radius) => onLook({ radius })} />
            <Segmented
              legend="Button"
              options={sizes}
              selected={look.buttonSize}
              onSelect={(buttonSize) => onLook({ buttonSize })}
            />
            <Segmented
              legend="Theme"
              options={modes}
              selected={look.themeMode}
              onSelect={(themeMode) => onLook({ themeMode })}
            />
            <fieldset className="switches">
              <legend>Features</legend>
              {shown.map(({ name, label }) => (
                <Switch
                  key={name}
                  label={label}
                  checked={look.features[name]}
                  onChange={(on) => onLook({ features: { ...look.features, [name]: on } })}
                />
              ))}
              <Switch
                label="Choosing a network"
                checked={look.networkSwitch}
                onChange={(networkSwitch) => onLook({ networkSwitch })}
              />
            </fieldset>
          </Folded>
        </div>
        <FoldedCode title="Your App.tsx" code={code} />
      </div>
    </section>
  )
}

/** On a phone the controls would be half of the page. */
function Folded({ children }: { children: ReactNode }) {
  if (!useNarrow()) return children
  return (
    <details className="fold">
      <summary>Change the look and the features</summary>
      <div className="controls">{children}</div>
    </details>
  )
}
