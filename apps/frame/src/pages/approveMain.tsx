/** @jsxImportSource preact */
import { render } from 'preact'
import { ApproveScreen } from '../screens/ApproveScreen.js'
import { receiveApproval } from '../screens/approveWindow.js'
import '../screens/base.css'
import '../screens/screens.css'
import { type VisibilityWatch, watchVisibility } from '../screens/watchGuard.js'
import { windowStrings } from './windowStrings.js'
import './alone.css'

// Where the browser cannot report visibility, a top-level window counts as visible: no page around it could cover it.
const watchOwnWindow: VisibilityWatch = (element, onChange) =>
  watchVisibility(element, (isVisible) => onChange(isVisible ?? window === window.top))

const root = document.body.appendChild(document.createElement('div'))
const say = (text: string) =>
  render(
    <p class="lf-alone" role="status">
      {text}
    </p>,
    root,
  )

say(windowStrings.waiting)
receiveApproval().then(
  ({ approval, facts, answer }) => {
    const end = (what: 'approve' | 'reject') => {
      answer(what)
      // A browser may refuse to close a window that was navigated.
      say(windowStrings.done)
    }
    render(
      <ApproveScreen
        approval={approval}
        facts={facts}
        watch={watchOwnWindow}
        onApprove={() => end('approve')}
        onReject={() => end('reject')}
      />,
      root,
    )
  },
  () => say(windowStrings.lost),
)
