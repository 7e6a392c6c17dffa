// Runs before the first paint, to avoid a flash of the other theme. A file in the studio, inline in the documents of public pages.
var theme = null
try {
  theme = localStorage.getItem('ninesixteen.theme')
} catch (error) {
  // Storage can be closed by the browser's privacy settings: then there is no choice.
  void error
}
// Public pages follow the system until the user chooses; the studio is dark by default.
if (theme === null && document.documentElement.hasAttribute('data-public')) theme = 'system'
if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
if (theme !== 'light') theme = 'dark'
document.documentElement.dataset.theme = theme
// Whether a user was signed in here last: public pages then don't offer sign-in before they know.
try {
  if (localStorage.getItem('ninesixteen.signed-in') === 'true') document.documentElement.dataset.signedIn = ''
} catch (error) {
  void error
}
