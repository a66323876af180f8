"""Marchstone."""
