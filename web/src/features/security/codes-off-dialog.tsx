import { secondFactorCalls } from '../../api/second-factor-calls.ts'
import { notify } from '../../components/toast.tsx'
import { PasswordDialog } from './password-dialog.tsx'

export function CodesOffDialog({ onClose }: { onClose(): void }) {
  return (
    <PasswordDialog
      id="codes-off"
      title="Turn codes off"
      description="Your password alone will sign you in. The codes in your app and your recovery codes stop working."
      action={{ label: 'Turn codes off', busy: 'Turning off...', variant: 'danger' }}
      send={secondFactorCalls.codesOff}
      onDone={() => {
        notify.ok('Two-factor codes are off')
        return true
      }}
      onClose={onClose}
    />
  )
}
