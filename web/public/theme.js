// Runs before the first paint, so that nobody sees a flash of the other theme. A file in the studio, in the document of a public page.
var theme = null
try {
  theme = localStorage.getItem('ninesixteen.theme')
} catch (error) {
  // Storage can be closed by the browser's privacy settings: as if nothing was chosen.
  void error
}
if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
if (theme !== 'light') theme = 'dark'
document.documentElement.dataset.theme = theme
// Whether somebody was signed in here last: the public pages then do not offer signing in before they know.
try {
  if (localStorage.getItem('ninesixteen.signed-in') === 'true') document.documentElement.dataset.signedIn = ''
} catch (error) {
  void error
}
