#!/usr/bin/python3
"""One WebKitGTK window, driven by lines of JSON on the standard input; each is answered by one on the standard output.

Argument: a folder for the window's storage, with `downloads` in it. Commands: {"do": "load", "url"} and {"do": "back"}, answered once the new page
stands in place of the old; {"do": "size", "width", "height"} in pixels; {"do": "run", "code"}, the body of an async
function that returns a text; {"do": "print", "file"}, on A4 without margins, answered once the PDF is there.
"""
import json
import os
import sys

import gi

gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gdk, GLib, Gtk, WebKit2

profile = sys.argv[1]
os.makedirs(f'{profile}/downloads', exist_ok=True)
data = WebKit2.WebsiteDataManager(base_data_directory=f'{profile}/data', base_cache_directory=f'{profile}/cache')
cookies = f'{profile}/cookies.sqlite'
data.get_cookie_manager().set_persistent_storage(cookies, WebKit2.CookiePersistentStorage.SQLITE)
context = WebKit2.WebContext(website_data_manager=data)
view = WebKit2.WebView(web_context=context)
settings = view.get_settings()
settings.set_enable_page_cache(True)
settings.set_enable_developer_extras(True)
settings.set_enable_media_stream(True)
settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
moving = False
window = Gtk.Window()
window.set_decorated(False)
window.add(view)
window.set_default_size(820, 1180)
window.show_all()
# Without a window manager nobody gives a window the focus, and a page without it has no focused element.
window.get_window().focus(Gdk.CURRENT_TIME)


def answer(**facts):
    print(json.dumps(facts), flush=True)


def ran(view, result):
    try:
        answer(value=view.call_async_javascript_function_finish(result).to_string())
    except GLib.Error as error:
        answer(error=error.message)


def print_page(file):
    settings = Gtk.PrintSettings()
    settings.set_printer('Print to File')
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, 'pdf')
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, GLib.filename_to_uri(file, None))
    setup = Gtk.PageSetup()
    setup.set_paper_size(Gtk.PaperSize.new('iso_a4'))
    for side in ('top', 'bottom', 'left', 'right'):
        getattr(setup, f'set_{side}_margin')(0, Gtk.Unit.MM)
    printing = WebKit2.PrintOperation.new(view)
    printing.set_print_settings(settings)
    printing.set_page_setup(setup)
    ended = {}
    printing.connect('failed', lambda _printing, error: ended.update(error=error.message))
    printing.connect('finished', lambda _printing: answer(**(ended or {'value': ''})))
    printing.print_()
    # What nothing refers to is collected before it has printed.
    window.printing = printing


def obey(source, _condition):
    global moving
    line = source.readline()
    if not line:
        Gtk.main_quit()
        return False
    command = json.loads(line)
    # A page may also load itself again, which nobody has asked for here.
    moving = command['do'] in ('load', 'back')
    if command['do'] == 'run':
        view.call_async_javascript_function(command['code'], -1, None, None, None, None, ran)
        return True
    if command['do'] == 'load':
        view.load_uri(command['url'])
    elif command['do'] == 'back':
        view.go_back()
    elif command['do'] == 'size':
        window.resize(command['width'], command['height'])
        answer(value='')
    elif command['do'] == 'print':
        print_page(command['file'])
    return True


def moved(_view, event):
    global moving
    if moving and event == WebKit2.LoadEvent.COMMITTED:
        moving = False
        answer(value='')


def keep_download(_context, download):
    # A file gets its name once it is complete.
    def begin(download, name):
        file = f'{profile}/downloads/{name}'
        download.connect('finished', lambda _download: os.rename(f'{file}.part', file))
        download.set_allow_overwrite(True)
        download.set_destination(GLib.filename_to_uri(f'{file}.part', None))
        return True

    download.connect('decide-destination', begin)


context.connect('download-started', keep_download)
view.connect('load-changed', moved)
view.connect('permission-request', lambda _view, request: request.allow() or True)
view.connect('web-process-terminated', lambda _view, reason: sys.exit(f'The web process ended: {reason}'))
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, obey)
answer(value='ready')
Gtk.main()
