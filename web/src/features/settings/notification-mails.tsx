import type { Me } from '@ninesixteen/shared/api/account'
import { useSignedIn } from '../../app/session.ts'
import { Panel } from '../../components/panel.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import styles from './appearance.module.css'
import { useSaveSettings } from '../../app/use-save-settings.ts'

type Mails = Pick<Me['settings'], 'mailFailed' | 'mailAttention' | 'mailHandOver'>

const SWITCHES: { name: keyof Mails; label: string; hint: string }[] = [
  { name: 'mailFailed', label: 'A post failed', hint: 'Why, and how to fix it.' },
  { name: 'mailAttention', label: 'Something needs my attention', hint: 'When you need to reconnect an account, or a client answers.' },
  { name: 'mailHandOver', label: 'A post is ready for me to publish', hint: 'With the link to its slides and caption.' },
]

/** Settings, General: which notifications also come by email. */
export function NotificationMails() {
  const { demo } = useSignedIn()
  const { settings, save } = useSaveSettings()
  return (
    <Panel title="Email notifications" id="mails-heading">
      <p className={styles.lead}>
        {demo
          ? 'Demos get no email. You see notifications under the bell.'
          : 'All notifications appear under the bell. You get at most one email an hour about the same thing.'}
      </p>
      <div className={styles.switches}>
        {SWITCHES.map(({ name, label, hint }) => (
          <SwitchField
            key={name}
            label={label}
            hint={hint}
            checked={settings[name] && !demo}
            disabled={demo !== null}
            onChange={(checked) => save({ [name]: checked })}
          />
        ))}
      </div>
    </Panel>
  )
}
