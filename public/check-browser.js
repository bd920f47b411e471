(function () {
  'use strict';
  var isRecent =
    'noModule' in document.createElement('script') &&
    'CSSPropertyRule' in window &&
    CSS.supports('color', 'color-mix(in oklab, red, blue)');
  if (isRecent) return;
  var root = document.getElementById('root');
  var page = document.createElement('main');
  page.setAttribute('role', 'alert');
  [
    ['h1', 'This browser is too old for Ward Rounds'],
    ['p', 'Ward Rounds needs Safari 16.4, Chrome or Edge 111, Firefox 128, or a newer version of them.'],
    [
      'p',
      'On an iPad or iPhone: open Settings, General, Software Update. Elsewhere: update the browser, then open this page again.',
    ],
    ['p', 'What was saved on this tablet is kept and is sent when the app opens again.'],
  ].forEach(function (each) {
    var part = document.createElement(each[0]);
    part.appendChild(document.createTextNode(each[1]));
    page.appendChild(part);
  });
  root.parentNode.replaceChild(page, root);
})();
