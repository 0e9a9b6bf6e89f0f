import type { Look } from '../look/look.js'
import type { Settings } from '../settings.js'
import { Customise } from './Customise.js'
import { Families } from './Families.js'
import { SignMessage } from './SignMessage.js'
import { SignTypedData } from './SignTypedData.js'
import { SwitchNetwork } from './SwitchNetwork.js'
import { Transfer } from './Transfer.js'

/** Everything to try once the button is understood. */
export function Playground({
  settings,
  look,
  onLook,
}: {
  settings: Settings
  look: Look
  onLook: (change: Partial<Look>) => void
}) {
  return (
    <>
      <section className="actions" aria-labelledby="try">
        <h2 id="try">Try it</h2>
        <p className="section-lead">Try each call. The code is alongside.</p>
        <SignMessage />
        <SignTypedData />
        <Transfer features={look.features} />
        <SwitchNetwork />
        {settings.families.length > 0 && <Families features={look.features} />}
      </section>
      <Customise settings={settings} look={look} onLook={onLook} />
    </>
  )
}
