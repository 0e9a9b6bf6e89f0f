/** @jsxImportSource preact */
import { Icon } from './Icon.js'
import { strings } from './strings.js'
import { scrollOn } from './watchEnd.js'

/** Says that what has to be read goes on below, and goes there. */
export function MoreBelow() {
  return (
    <div class="lf-more">
      <button
        type="button"
        onClick={({ currentTarget }) => {
          const body = currentTarget.closest<HTMLElement>('.lf-body')
          if (body) scrollOn(body)
        }}
      >
        <span>{strings.moreBelow}</span>
        <Icon name="down" size={16} />
      </button>
    </div>
  )
}
