// Runs before the first paint, so that a reader of the light theme never sees a dark flash. A file of its own: no inline scripts.
try {
  var theme = localStorage.getItem('ninesixteen.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (error) {
  // Storage can be closed by the browser's privacy settings: the default theme stands then.
  void error
}
