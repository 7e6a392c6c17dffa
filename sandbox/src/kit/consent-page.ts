import { html, raw } from 'hono/html'

export interface ConsentPage {
  /** Display name of the provider, such as `TikTok`. */
  provider: string
  /** The application that asks. */
  client: string
  accounts: { id: string; name: string; detail: string }[]
  /** The account that is chosen when the page opens. */
  chosen: string
  /** Scopes, each with a checkbox; without any, the answer is all or nothing. A required one can't be declined, and is not sent. */
  scopes: { id: string; label: string; isRequired?: boolean }[]
  /** Explains the access, for a provider without scopes. */
  summary?: string
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#eceff3, #14171c) }
  main { box-sizing: border-box; width: min(28rem, 100vw); padding: 2rem; border-radius: 1rem; background: light-dark(#fff, #1f242c) }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem }
  p { margin: 0 0 1rem; color: light-dark(#4b5563, #aab4c2) }
  fieldset { border: 0; margin: 0 0 1.25rem; padding: 0 }
  legend { font-weight: 600; padding: 0; margin-bottom: .5rem }
  label { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; padding: .25rem .5rem; border-radius: .5rem }
  label:hover { background: light-dark(#f1f4f8, #2a313b) }
  small { display: block; color: light-dark(#5b6472, #9aa5b4) }
  .buttons { display: flex; gap: .75rem }
  button { flex: 1; min-height: 2.75rem; border-radius: .5rem; border: 1px solid light-dark(#c3cad4, #465060); background: none; font: inherit; font-weight: 600 }
  button[value=allow] { background: light-dark(#1d4ed8, #2f5fe0); border-color: transparent; color: #fff }
  .note { font-size: .8125rem; margin: 1.25rem 0 0 }
`

/** The page on which a user allows or denies access. Its form posts to the page's own address. */
export function consentPage(page: ConsentPage) {
  const { provider, client, accounts, chosen, scopes, summary } = page
  return html`<!doctype html>
    <html lang="en">
      ${head(`${provider}: allow ${client}?`)}
      <body>
        <main>
          <h1>${client} asks for access to your ${provider} account</h1>
          <p>${summary ?? 'Choose the account and what it may do.'}</p>
          <form method="post">
            <fieldset>
              <legend>Account</legend>
              ${accounts.map(
                ({ id, name, detail }) =>
                  html`<label>
                    <input type="radio" name="account" value="${id}" required ${id === chosen ? 'checked' : ''} />
                    <span>${name}<small>${detail}</small></span>
                  </label>`,
              )}
            </fieldset>
            ${
              scopes.length > 0
                ? html`<fieldset>
                    <legend>Allow it to</legend>
                    ${scopes.map(
                      ({ id, label, isRequired = false }) =>
                        html`<label>
                          <input type="checkbox" name="scope" value="${id}" checked ${isRequired ? 'disabled' : ''} />
                          <span>${label}<small>${id}</small></span>
                        </label>`,
                    )}
                  </fieldset>`
                : ''
            }
            <div class="buttons">
              <button name="decision" value="deny" formnovalidate>Deny</button>
              <button name="decision" value="allow">Allow</button>
            </div>
          </form>
          <p class="note">This is a local imitation of ${provider}. Nothing leaves this machine.</p>
        </main>
      </body>
    </html>`
}

/** An error page, for requests that can't be redirected back. */
export function refusalPage({ provider, title, detail }: { provider: string; title: string; detail: string }) {
  return html`<!doctype html>
    <html lang="en">
      ${head(`${provider}: ${title}`)}
      <body>
        <main>
          <h1>${title}</h1>
          <p>${detail}</p>
          <p class="note">This is a local imitation of ${provider}.</p>
        </main>
      </body>
    </html>`
}

function head(title: string) {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>${title}</title>
    <style>
      ${raw(STYLE)}
    </style>
  </head>`
}
