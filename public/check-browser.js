if (
  !(
    'noModule' in document.createElement('script') &&
    'CSSPropertyRule' in window &&
    CSS.supports('color', 'color-mix(in oklab, red, blue)')
  )
)
  document.getElementById('root').outerHTML =
    '<main role="alert"><h1>This browser is too old for Ward Rounds</h1><p>Ward Rounds needs Safari 16.4, Chrome or Edge 111, Firefox 128, or a newer version of them.</p><p>On an iPad or iPhone: open Settings, General, Software Update. Elsewhere: update the browser, then open this page again.</p><p>What was saved on this tablet is kept and is sent when the app opens again.</p></main>';
