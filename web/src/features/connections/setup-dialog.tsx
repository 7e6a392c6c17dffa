import { ExternalLink } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import styles from './accounts.module.css'

/** Only the user can sign out there. */
const PLATFORM_URL = 'https://www.tiktok.com'

/** Before adding a second account: the platform connects the account signed in there, so the user must switch first. */
export function SetupDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Multiple TikTok Account Setup"
      description="TikTok connects the account that is signed in to your browser. To add another one, switch accounts there first:"
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => void navigate(paths.tiktokLoginForced)}>
            Continue Adding Account
          </Button>
        </>
      }
    >
      <ol className={styles.steps}>
        <li>
          <a href={PLATFORM_URL} target="_blank" rel="noopener noreferrer">
            Open TikTok in a new tab
            <ExternalLink aria-hidden="true" />
          </a>
        </li>
        <li>Log out of the account that is signed in there</li>
        <li>
          Log into the <strong>NEW</strong> account that you want to add
        </li>
        <li>Come back here and click Continue</li>
      </ol>
    </Dialog>
  )
}
