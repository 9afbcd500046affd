"""Every setting, and every reason against it."""

from __future__ import annotations

import msgspec
import pytest

from stammtisch.server.settings import BadSettings, Settings, read_settings


def test_the_defaults_are_for_one_person_on_one_machine() -> None:
    settings = read_settings({})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.bus) == ("127.0.0.1", 8765, None)
    assert settings.database.startswith("sqlite:")
    assert settings.workers >= 1


def test_all_reasons_are_listed_at_once() -> None:
    with pytest.raises(BadSettings) as refused:
        read_settings({"port": 70000, "host": "", "log_level": "loud", "colour": "red", "origins": ["here"]})
    assert len(refused.value.reasons) == 5
    for name in ("port: ", "host: ", "log_level: ", "unknown key 'colour'", "origins: "):
        assert name in str(refused.value)


@pytest.mark.parametrize(
    "origin", ["table.example", "https://a.example/", "ftp://a.example", "*", "https://"]
)
def test_an_origin_is_scheme_and_host(origin: str) -> None:
    with pytest.raises(BadSettings, match="is not an origin like"):
        read_settings({"origins": ["https://good.example:8443", origin]})


def test_a_list_that_is_none_is_refused_too() -> None:
    with pytest.raises(BadSettings, match="origins: expected `array`, got `str`"):
        read_settings({"origins": "https://good.example"})


def test_proxies_are_addresses_networks_or_all() -> None:
    good = ("10.0.0.1", "10.0.0.0/8", "::1", "*")
    assert read_settings({"trusted_proxies": good}).trusted_proxies == good
    with pytest.raises(
        BadSettings, match=r"'proxy\.local' is not an address.*'10\.0\.0\.1/8' is not an address"
    ):
        read_settings({"trusted_proxies": ["proxy.local", "10.0.0.1/8"]})


def test_the_old_name_of_the_database_is_read() -> None:
    assert read_settings({"store": "sqlite:old"}).database == "sqlite:old"
    with pytest.raises(BadSettings, match="store is the old name of database"):
        read_settings({"store": "sqlite:old", "database": "sqlite:new"})


def test_every_setting_says_what_it_is() -> None:
    (_, components) = msgspec.json.schema_components([Settings])
    properties = components["Settings"]["properties"]
    assert [name for name, schema in properties.items() if not schema.get("description")] == []
