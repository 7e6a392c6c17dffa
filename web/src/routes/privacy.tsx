import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { paths } from '../app/paths.ts'
import { usePublicConfig } from '../app/public-config.ts'
import { Link } from '../components/link.tsx'
import { LegalPage } from '../features/public/legal-page.tsx'
import { Mailbox } from '../features/public/mailbox.tsx'

export function PrivacyPage() {
  const { contact } = usePublicConfig()
  return (
    <LegalPage
      title="Privacy Policy"
      lead={`${PRODUCT_NAME} runs on a server of its operator's choice. This page says what that server keeps about you, and what leaves it.`}
    >
      <h2>Who is responsible</h2>
      <p>
        The person or company that runs this server. The makers of the software run no service that it reports to, and receive nothing. For
        questions about your data, write to <Mailbox address={contact.privacy} otherwise="whoever gave you the address of this server" />.
      </p>
      <h2>What is kept</h2>
      <ul>
        <li>Your email address, a display name and a hash of your password. The password itself is never stored.</li>
        <li>Passkeys by their public half, and what makes your two-factor codes, if you use them.</li>
        <li>Your sessions: when they began, when they end, and the network address and browser they came from.</li>
        <li>What you make and upload: companies, photos, slideshows, ideas, templates, scheduled posts, settings.</li>
        <li>Photos are re-encoded on arrival. The place, time and camera written into the file are removed.</li>
        <li>
          Of accounts you connect at TikTok and Tumblr: your user name, display name and picture there, what you allowed, and the tokens
          that stand for it. The tokens are sealed: they cannot be read in the database or in a copy of it.
        </li>
        <li>
          With Tumblr also its last answers about the blogs you follow and their posts, until you disconnect the account, and copies of the
          photos you were shown, for up to a week.
        </li>
        <li>API keys of your own that you enter, sealed as well, with their last four characters.</li>
        <li>What became of your posts, your notices, and the mails that were sent to you.</li>
        <li>How much you use of the AI provider and of other limited things, by the minute, hour or day.</li>
        <li>Where the Pro plan is sold: your subscription and what was paid for it, by the payment provider's ids. No card details.</li>
      </ul>
      <h2>What leaves the server</h2>
      <ul>
        <li>
          To the AI provider, when you generate or rewrite slides or ask for ideas: the topic, your extra context and instructions, the
          texts to rewrite, and the name and description of the chosen company. It is the provider the operator has configured, or with an
          API key and base URL of your own the one you chose, which then gets your key, too. In the sandbox nothing leaves the server.
        </li>
        <li>
          To TikTok and Tumblr, when you connect an account: the tokens, with every question for your name and picture, the blogs you follow
          and their posts. Photos of those blogs are fetched by the server, so Tumblr learns that it wants them, and nothing about your
          browser.
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
        One cookie holds your session. Others, which no script can read, tell that you signed in with this browser before, which browser
        began connecting an account, and which demo is yours. None of them is for following you.
      </p>
      <p>
        Your theme, the draft of the generator's form and unsaved edits are kept in your browser, and nowhere else; so is what you had not
        saved when somebody else signed in there, until you are back. So is a connection to Google Drive: your name, email address and
        picture at Google, and the permission itself, in a form that only this server can use. Disconnecting in Settings ends it at Google
        and here. A TikTok account that you connect without being signed in waits in your browser in the same way, for a day at most.
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
