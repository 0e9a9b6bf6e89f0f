import { useEffect } from 'react'
import { useLatchkey } from '../../../context.js'
import { useEmailStrings } from '../../../hooks/useEmailStrings.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import { Button } from '../../../primitives/Button.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { Waiting } from '../../../primitives/Waiting.js'
import type { Routes } from '../../routes.js'

/** Stands behind the wallet's own window while it asks a person to approve a request. */
export function ApproveTransaction({ data }: { data: Routes['ApproveTransaction'] }) {
  const { modal } = useLatchkey()
  const strings = useEmailStrings()
  const { state } = useEmbedded()
  useEffect(() => data?.onReady(), [data])

  const icon = (
    <span className="lk-notice-icon">
      <Icon name="shield" size={28} />
    </span>
  )
  if (state?.task !== 'approve' && !data) {
    return (
      <div className="lk-view">
        <Notice
          picture={icon}
          title={strings.approveNothingTitle}
          actions={
            <Button kind="secondary" onClick={modal.close}>
              {strings.close}
            </Button>
          }
        >
          {strings.approveNothingText}
        </Notice>
      </div>
    )
  }
  return (
    <div className="lk-view lk-approve">
      <Notice picture={<Waiting>{icon}</Waiting>} title={strings.approveTitle}>
        {strings.approveText}
      </Notice>
    </div>
  )
}
