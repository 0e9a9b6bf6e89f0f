import { AccentPicker } from '../components/AccentPicker.js'
import { CornersRange } from '../components/CornersRange.js'
import type { Look } from '../look/look.js'

/** Changes the look where the button, the card and the code that show it are in sight. */
export function HeroLook({ look, onLook }: { look: Look; onLook: (change: Partial<Look>) => void }) {
  return (
    <section className="panel hero-look" aria-labelledby="hero-look">
      <div>
        <h2 id="hero-look">Try it in your colours</h2>
        <p>The button, the modal and the code follow.</p>
      </div>
      <AccentPicker selected={look.accent} onSelect={(accent) => onLook({ accent })} />
      <CornersRange radius={look.radius} onRadius={(radius) => onLook({ radius })} />
    </section>
  )
}
