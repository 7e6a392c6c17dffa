import { useState } from 'react'
import { secondFactorCalls } from '../../api/second-factor-calls.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { notify } from '../../components/toast.tsx'
import { PasswordForm } from './password-form.tsx'
import { useRefreshSecurity } from './use-refresh-security.ts'

export function CodesOffDialog({ onClose }: { onClose(): void }) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshSecurity()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn codes off"
      description="Your password alone signs you in then. The codes of your app and your recovery codes are good for nothing any more."
      size="small"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form="codes-off" busy={busy}>
            {busy ? 'Turning off...' : 'Turn codes off'}
          </Button>
        </>
      }
    >
      <PasswordForm
        id="codes-off"
        send={secondFactorCalls.codesOff}
        onBusy={setBusy}
        onDone={() => {
          notify.ok('Two-factor codes are off')
          onClose()
          void refresh()
        }}
      />
    </Dialog>
  )
}
