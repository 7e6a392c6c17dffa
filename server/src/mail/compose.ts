import { PRODUCT_NAME } from '@ninesixteen/shared/product'

/** Content of a mail; all mails have the same layout. */
export interface MailContent {
  subject: string
  heading: string
  /** Plain text, one element per paragraph. */
  paragraphs: string[]
  /** An optional list. */
  items?: { title: string; text: string }[]
  /** The call to action. */
  action: { label: string; href: string }
  /** Why the user gets this mail, and how to stop it. */
  footer: string
}

export interface ComposedMail {
  subject: string
  text: string
  html: string
}

/** A mail with a plain-text and an HTML part. Links are paths of the product; no external images or fonts, and no tracking. */
export function composeMail(content: MailContent, publicUrl: string): ComposedMail {
  const href = `${publicUrl}${content.action.href}`
  return { subject: oneLine(content.subject), text: plain(content, href), html: drawn(content, href) }
}

/** Headers are single lines, even if a post's title isn't. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

function plain({ heading, paragraphs, items = [], action, footer }: MailContent, href: string): string {
  const list = items.map(({ title, text }) => (text ? `- ${title}\n  ${text}` : `- ${title}`)).join('\n')
  return `${[heading, ...paragraphs, list, `${action.label}: ${href}`, `-- \n${PRODUCT_NAME}\n${footer}`].filter(Boolean).join('\n\n')}\n`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

/* The colors of web/src/styles/tokens.css: light inline, for mail clients that drop style sheets, dark by media query. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0c0d11 !important; }
  .card { background: #15161a !important; border-color: #2d2d33 !important; }
  .strong { color: #f2f2f2 !important; }
  .soft { color: #afb0b7 !important; }
  .row { border-color: #2d2d33 !important; }
}`

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function drawn({ subject, heading, paragraphs, items = [], action, footer }: MailContent, href: string): string {
  const text = (words: string) =>
    `<p class="soft" style="margin:0 0 16px;color:#54555b;font-size:15px;line-height:1.55">${escaped(words)}</p>`
  const rows = items.map(
    ({ title, text: words }) =>
      `<tr><td class="row" style="padding:12px 0;border-top:1px solid #dfdedb">
<div class="strong" style="color:#17181d;font-size:15px;font-weight:600;line-height:1.4">${escaped(title)}</div>
<div class="soft" style="color:#54555b;font-size:14px;line-height:1.5">${escaped(words)}</div></td></tr>`,
  )
  const list =
    rows.length === 0
      ? ''
      : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(oneLine(subject))}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#faf8f5;${FONT}">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="strong" style="padding:0 4px 16px;color:#17181d;font-size:17px;font-weight:800;letter-spacing:-0.02em">${PRODUCT_NAME}</td></tr>
<tr><td class="card" style="padding:28px;background:#ffffff;border:1px solid #dfdedb;border-radius:12px">
<h1 class="strong" style="margin:0 0 12px;color:#17181d;font-size:20px;line-height:1.3">${escaped(heading)}</h1>
${paragraphs.map(text).join('\n')}
${list}
<a href="${escaped(href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#d32740;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escaped(action.label)}</a>
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;color:#54555b;font-size:13px;line-height:1.5">${escaped(footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
