import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { paths } from '../app/paths.ts'
import { usePublicConfig } from '../app/public-config.ts'
import { Link } from '../components/link.tsx'
import { LegalPage, Mailbox } from '../features/public/legal-page.tsx'

export function PrivacyPage() {
  const { contact } = usePublicConfig()
  return (
    <LegalPage
      title="Privacy Policy"
      lead={`${PRODUCT_NAME} runs on a server of its operator's choice. This page says what that server stores about you, and what leaves it.`}
    >
      <h2>Who is responsible</h2>
      <p>
        The operator of this server. The makers of the software run no service that it reports to, and receive nothing. For questions about
        your data, write to <Mailbox address={contact.privacy} otherwise="the operator of this server" />.
      </p>
      <h2>Stored data</h2>
      <ul>
        <li>Your email address, a display name and a hash of your password. The password itself is never stored.</li>
        <li>If you use them: the public keys of your passkeys, and the secret for your two-factor codes.</li>
        <li>Your sessions: their start and end, network address and browser.</li>
        <li>Everything you create and upload: companies, photos, slideshows, ideas, templates, scheduled posts, settings.</li>
        <li>Photos are re-encoded on arrival. The place, time and camera written into the file are removed.</li>
        <li>
          Accounts that you connect at TikTok, Tumblr, Instagram and Threads: user name, display name, avatar, the permissions you gave, and
          the access tokens, which are encrypted in the database and its backups.
        </li>
        <li>
          For Tumblr, also its latest data about the blogs you follow and their posts, until you disconnect the account, and copies of the
          photos you were shown, for up to a week.
        </li>
        <li>API keys of your own, also encrypted, with their last four characters.</li>
        <li>The results of your posts, your notifications, and the mails sent to you.</li>
        <li>Your use of the AI provider and other limited resources, per minute, hour or day.</li>
        <li>If the Pro plan is sold here: your subscription and payments, by the payment provider's ids. No card details.</li>
      </ul>
      <h2>Shared data</h2>
      <ul>
        <li>
          To the AI provider, when you generate or rewrite slides or ask for ideas or captions: the topic, your extra context and
          instructions, the texts of the slides, and the name and description of the chosen company. The operator configures the provider.
          With an API key and base URL of your own, it is the one you chose, which also gets your key. In the sandbox, nothing leaves the
          server.
        </li>
        <li>
          To TikTok, Tumblr, Instagram and Threads, when you connect an account: the tokens, with every request for your name and avatar; to
          Tumblr also with those for the blogs you follow and their posts. The server fetches photos of those blogs, so Tumblr learns
          nothing about your browser.
        </li>
        <li>
          To the platform you schedule a post for: its slides or video, caption and settings, at the time you chose. The permission you gave
          ends when you disconnect the account.
        </li>
        <li>
          To Google, when you connect Drive and export: the slides and videos you export, into folders of your own. The product sees no
          other file in your Drive.
        </li>
        <li>To the payment provider, when you subscribe: your email address and the number of your account. You pay on its pages.</li>
        <li>To the mail server of your address, through the one the operator has configured: the mails you get.</li>
        <li>Nothing else. There are no advertisements, no analytics, and no scripts or fonts from elsewhere.</li>
      </ul>
      <h2>Cookies and browser storage</h2>
      <p>
        One cookie holds your session. Others, which no script can read, say that you signed in with this browser before, which browser
        started connecting an account, and which demo is yours. None of them tracks you.
      </p>
      <p>
        Only your browser stores your theme, the draft of the generator's form, and unsaved edits, also while another user is signed in
        there. The same holds for a connection to Google Drive: your name, email address and picture at Google, and the permission itself,
        in a form that only this server can use. Disconnecting in Settings ends it at Google and here. A TikTok account that you connect
        while signed out waits in your browser in the same way, for at most a day.
      </p>
      <h2>How long</h2>
      <p>
        Until you delete it. How to delete everything, and what happens then, is on{' '}
        <Link to={paths.dataDeletion}>the data deletion page</Link>.
      </p>
      <h2>Children</h2>
      <p>The service is not for children under 13.</p>
    </LegalPage>
  )
}
