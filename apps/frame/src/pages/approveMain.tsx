/** @jsxImportSource preact */
import { render } from 'preact'
import { ApproveScreen } from '../face/ApproveScreen.js'
import { receiveApproval } from '../face/approveWindow.js'
import '../face/face.css'
import '../face/screens.css'
import { strings } from '../face/strings.js'
import { watchOwnWindow } from '../face/watchOwnWindow.js'

const root = document.body.appendChild(document.createElement('div'))
const say = (text: string) =>
  render(
    <p class="lf-alone" role="status">
      {text}
    </p>,
    root,
  )

say(strings.windowWaiting)
receiveApproval().then(
  ({ approval, facts, answer }) => {
    const end = (what: 'approve' | 'reject') => {
      answer(what)
      // A browser may refuse to close a window that somebody has navigated.
      say(strings.windowDone)
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
  () => say(strings.windowLost),
)
