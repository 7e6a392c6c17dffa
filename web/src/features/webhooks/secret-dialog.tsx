import { Copy } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './webhooks.module.css'

/** Shows a secret once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret).then(
      () => notify.ok('Secret copied'),
      () => notify.error('This browser blocked copying. Select the secret and copy it yourself.'),
    )
  }
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
      <div className={styles.form}>
        <Notice kind="warn">We show it only once. Copy it now and keep it like a password.</Notice>
        <code className={styles.secret}>{secret}</code>
        <div>
          <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
