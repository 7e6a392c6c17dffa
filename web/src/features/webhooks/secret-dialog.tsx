import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'

/** Shows a secret once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeOnOutsideClick={false}
      title="The signing secret"
      size="small"
      footer={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <ShownOnce name="Secret" secret={secret} />
    </Dialog>
  )
}
