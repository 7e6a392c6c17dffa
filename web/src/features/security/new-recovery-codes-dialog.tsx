import { useState } from 'react'
import { secondFactorCalls } from '../../api/second-factor-calls.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit } from '../../components/discard-guard.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useRefreshSecurity } from './use-refresh-security.ts'

/** Replaces the recovery codes. */
export function NewRecoveryCodesDialog({ onClose }: { onClose(): void }) {
  const [busy, setBusy] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = useRefreshSecurity()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeOnOutsideClick={false}
      title={codes ? 'Your recovery codes' : 'Make new recovery codes'}
      description={codes ? null : 'Your current codes stop working.'}
      size="small"
      footer={
        codes ? (
          <Button variant="primary" onClick={onClose}>
            I have saved them
          </Button>
        ) : (
          <DialogSubmit form="new-recovery-codes" busy={busy} label="Make new codes" busyLabel="Making..." />
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <PasswordForm
          id="new-recovery-codes"
          send={secondFactorCalls.newRecoveryCodes}
          onBusy={setBusy}
          onDone={({ backupCodes }) => {
            setCodes(backupCodes)
            void refresh()
          }}
        />
      )}
    </Dialog>
  )
}
